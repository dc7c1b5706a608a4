import { sourceName } from '#content/inbox/source-name.ts';
import type { LeadFields } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { tashkentDate, tashkentIso, tashkentMinute } from '#contract/tashkent-time.ts';
import { type Locale, localeIn } from './locale.ts';
import { spacedNumber } from './phone.ts';

type ExportedLead = LeadFields & { lastNote: string | null };

/** A lead as programs get it. `suspected_spam` is true for all spam, also if a person marked it. */
// biome-ignore format: the columns in few lines
export const exportRecord = ({ ref, createdAt, spam, remindAt, ...lead }: ExportedLead) => ({
  ref, created_at: tashkentIso(new Date(createdAt)), name: lead.name, phone: lead.phone,
  email: lead.email, message: lead.message, language: lead.language, source: lead.source,
  campaign: lead.campaign, status: lead.status, suspected_spam: spam, last_note: lead.lastNote,
  reminder: remindAt && tashkentIso(new Date(remindAt)),
});
type LeadField = keyof ReturnType<typeof exportRecord>;

// biome-ignore format: the columns in few lines
const headingsIn = ({ words: { lead, csv }, inboxWords }: Locale): Record<LeadField, string> => ({
  ref: csv.ref, created_at: csv.time, name: lead.name, phone: lead.phone, email: lead.email,
  message: lead.message, language: lead.pageLanguage, source: lead.source,
  campaign: inboxWords.list.campaign, status: csv.status, suspected_spam: csv.spam,
  last_note: csv.lastNote, reminder: csv.reminder,
});
const fieldNames = Object.keys(headingsIn(localeIn('en'))) as LeadField[];

const fieldsForPeople = (lead: ExportedLead, locale: Locale) => ({
  ...exportRecord(lead),
  // Spreadsheets would not recognize an ISO string as a time.
  created_at: tashkentMinute(new Date(lead.createdAt)),
  phone: spacedNumber(lead.phone) ?? lead.phone,
  language: lead.language && locale.words.languages[lead.language],
  source: lead.source && sourceName(lead.source, locale.inboxWords),
  status: locale.inboxWords.status[lead.status],
  suspected_spam: lead.spam ? locale.words.csv.yes : '',
  reminder: lead.remindAt && tashkentMinute(new Date(lead.remindAt)),
});

/** `murojaatlar-2026-11-16.csv` */
export const csvName = (language: Language, now = new Date()): string =>
  `${localeIn(language).words.csv.file}-${tashkentDate(now)}.csv`;

/** With a language, headings and values are words; without, field names and codes. */
export async function* csvFile(
  parts: AsyncIterable<ExportedLead[]>,
  language?: Language,
): AsyncGenerator<string> {
  const locale = language && localeIn(language);
  // What spreadsheets in that language, and programs, expect.
  const separator = language === 'uz' || language === 'ru' ? ';' : ',';
  const headings = locale ? Object.values(headingsIn(locale)) : fieldNames;
  // Without a byte order mark Excel does not read UTF-8.
  yield `\ufeff${csvLine(headings, separator)}`;
  const lineOf = (lead: ExportedLead) => {
    const fields: Record<LeadField, unknown> = locale ? fieldsForPeople(lead, locale) : exportRecord(lead);
    const values = fieldNames.map((name) => String(fields[name] ?? ''));
    return csvLine(values, separator);
  };
  for await (const leads of parts) yield leads.map(lineOf).join('');
}

// From OWASP's rules for CSV.
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Always quoted. A leading apostrophe makes spreadsheets show a formula as text. */
const csvCell = (value: string): string =>
  `"${startsFormula.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;

export const csvLine = (values: readonly string[], separator: string): string =>
  `${values.map(csvCell).join(separator)}\r\n`;
