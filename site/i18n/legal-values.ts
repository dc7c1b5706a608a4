import { backupDays } from '#content/company.ts';
import type { Content } from '#content/content.ts';
import { legalDate } from '#content/legal/date.ts';
import type legalEnglish from '#content/legal/en.json';
import { fill } from '#contract/fill.ts';
import { type Language, languages, monthsIn } from '#contract/languages.ts';
import { factValues } from './fact-values.ts';
import { fillAll } from './translate.ts';

export type Legal = typeof legalEnglish;

/** How the site is hosted, which decides some sentences of the legal pages. */
export type LegalSettings = {
  /** Null: leads are kept until someone asks for erasure. */
  retentionDays: number | null;
  /** The origin that the form posts to; null: the site's own server. */
  supabaseProject: string | null;
};

/** The placeholders of the legal texts: facts, company, and the sentences that apply to these settings. */
export function legalValues(
  content: Content,
  language: Language,
  { choices: { keptFor, ...byMode } }: Legal,
  { retentionDays, supabaseProject }: LegalSettings,
): Record<string, string> {
  const { fullDate } = languages[language];
  const { links, company } = content;
  const values = {
    ...factValues(content, language),
    legalDate: fill(fullDate, { ...legalDate, month: monthsIn(language)[legalDate.month - 1] as string }),
    companyName: company.name,
    companyAddress: company.address,
    companyEmail: links.email,
    hosting: company.hosting,
    mailHost: company.mailHost,
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
