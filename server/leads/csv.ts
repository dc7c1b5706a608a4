import { setImmediate as turn } from 'node:timers/promises';
import { sourceName } from '../../content/inbox/source-name.ts';
import type { WholeLead } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import { tashkentDate, tashkentIso, tashkentMinute } from '../../contract/tashkent-time.ts';
import { type Locale, languageName, localeIn } from './locale.ts';
import { spacedNumber } from './phone.ts';

/** The columns of a file, under the names that programs read. */
export const leadFields = {
  ref: (lead: WholeLead) => lead.ref,
  created_at: (lead: WholeLead) => tashkentIso(new Date(lead.createdAt)),
  name: (lead: WholeLead) => lead.name,
  phone: (lead: WholeLead) => lead.phone,
  email: (lead: WholeLead) => lead.email,
  message: (lead: WholeLead) => lead.message,
  language: (lead: WholeLead) => lead.language,
  source: (lead: WholeLead) => lead.source,
  campaign: (lead: WholeLead) => lead.campaign,
  status: (lead: WholeLead) => lead.status,
  suspected_spam: (lead: WholeLead) => lead.spam,
};
export type LeadField = keyof typeof leadFields;

/** `murojaatlar-2026-11-16.csv` */
export const csvName = (language: Language, now = new Date()): string =>
  `${localeIn(language).words.csv.file}-${tashkentDate(now)}.csv`;

/** With a language: for people, with words and times in it. Without: for programs. */
export async function* csvFile(
  leads: AsyncIterable<WholeLead>,
  { language, separator = separatorIn(language) }: { language?: Language; separator?: string } = {},
): AsyncGenerator<string> {
  const locale = language && localeIn(language);
  const names = Object.keys(leadFields) as LeadField[];
  const headings = locale && headingsIn(locale);
  // A byte order mark: without it Excel reads UTF-8 as the system's own code page.
  yield `\ufeff${csvLine(headings ? names.map((name) => headings[name]) : names, separator)}`;
  for await (const lead of leads) {
    const cells = locale
      ? {
          ...plainCells(lead),
          // Spreadsheets read this as a time, an ISO string as text.
          created_at: tashkentMinute(new Date(lead.createdAt)),
          phone: spacedNumber(lead.phone) ?? lead.phone,
          language: lead.language === null ? '' : languageName(lead.language, locale),
          source: lead.source === null ? '' : sourceName(lead.source, locale.inbox),
          status: locale.inbox.status[lead.status],
          suspected_spam: lead.spam ? locale.words.csv.yes : '',
        }
      : plainCells(lead);
    yield csvLine(
      names.map((name) => cells[name]),
      separator,
    );
  }
}

/** Spreadsheets in Uzbek and Russian split cells at semicolons, in English at commas, as programs do. */
const separatorIn = (language: Language = 'en') => (language === 'en' ? ',' : ';');

const headingsIn = ({ words: { lead, csv }, inbox }: Locale): Record<LeadField, string> => ({
  ...{ ref: csv.ref, created_at: csv.time, name: lead.name, phone: lead.phone, email: lead.email },
  ...{ message: lead.message, language: lead.pageLanguage, source: lead.source },
  ...{ campaign: inbox.list.campaign, status: csv.status, suspected_spam: csv.spam },
});

const pieceLength = 64 * 1024;

/** Lines joined into pieces worth sending. */
export async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
    // Lets other requests in between.
    await turn();
  }
  yield piece;
}

const plainCells = (lead: WholeLead) =>
  Object.fromEntries(
    Object.entries(leadFields).map(([name, value]) => [name, String(value(lead) ?? '')]),
  ) as Record<LeadField, string>;

// The first characters that OWASP names for formulas, and their wide forms.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Always quoted. An apostrophe in front keeps a formula a text. */
export const csvCell = (value: string): string =>
  `"${startsFormula.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;

export function csvLine(values: readonly string[], separator: string): string {
  return `${values.map(csvCell).join(separator)}\r\n`;
}
