import type { Content } from '../../content/content.ts';
import { legalDate } from '../../content/legal/date.ts';
import type legalEnglish from '../../content/legal/en.json';
import { backupDays } from '../../content/provider.ts';
import { fill } from '../../contract/fill.ts';
import { type Language, languages, monthsIn } from '../../contract/languages.ts';
import { factValues } from './fact-values.ts';
import { fillAll } from './translate.ts';

export type Legal = typeof legalEnglish;

/** What the legal pages say of how the site is run. */
export type Operation = {
  /** Null: leads are kept until somebody asks. */
  retentionDays: number | null;
  /** The origin that the form posts to; null: the site's own server. */
  hostedProject: string | null;
};

/** The placeholders of the legal texts: facts, the provider, and the sentences that are true for this operation. */
export function legalValues(
  content: Content,
  language: Language,
  { choices: { keptFor, ...byPlace } }: Legal,
  { retentionDays, hostedProject }: Operation,
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
    projectHost: hostedProject ? new URL(hostedProject).host : '',
  };
  const place = hostedProject ? 'hosted' : 'ownServer';
  const chosen = Object.entries(byPlace).map(([name, sentences]) => [name, sentences[place]]);
  const sentences = {
    ...Object.fromEntries(chosen),
    keptFor: retentionDays === null ? keptFor.untilAsked : keptFor.forDays,
  };
  return { ...values, ...fillAll(sentences, values) };
}
