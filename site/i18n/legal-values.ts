import type { Content } from '../../content/content.ts';
import { legalDate } from '../../content/legal/date.ts';
import type legalEnglish from '../../content/legal/en.json';
import { backupDays } from '../../content/provider.ts';
import { fill } from '../../contract/fill.ts';
import { type Language, languages, monthsIn } from '../../contract/languages.ts';
import { factValues } from './fact-values.ts';
import { fillAll } from './translate.ts';

export type Legal = typeof legalEnglish;

/** How the site is hosted, which decides some sentences of the legal pages. */
export type Hosting = {
  /** Null: leads are kept until someone asks for erasure. */
  retentionDays: number | null;
  /** The origin that the form posts to; null: the site's own server. */
  supabaseProject: string | null;
};

/** The placeholders of the legal texts: facts, company, and the sentences that apply to this hosting. */
export function legalValues(
  content: Content,
  language: Language,
  { choices: { keptFor, ...byMode } }: Legal,
  { retentionDays, supabaseProject }: Hosting,
): Record<string, string> {
  const { fullDate } = languages[language];
  const { links, provider } = content;
  const values = {
    ...factValues(content, language),
    legalDate: fill(fullDate, { ...legalDate, month: monthsIn(language)[legalDate.month - 1] as string }),
    providerName: provider.name,
    providerAddress: provider.address,
    providerEmail: links.email,
    hosting: provider.hosting,
    mailHost: provider.mailHost,
    backupDays: String(backupDays),
    retentionDays: String(retentionDays ?? ''),
    projectHost: supabaseProject ? new URL(supabaseProject).host : '',
  };
  const mode = supabaseProject ? 'staticSite' : 'ownServer';
  const chosen = Object.entries(byMode).map(([name, sentences]) => [name, sentences[mode]]);
  const sentences = {
    ...Object.fromEntries(chosen),
    keptFor: retentionDays === null ? keptFor.untilAsked : keptFor.forDays,
  };
  return { ...values, ...fillAll(sentences, values) };
}
