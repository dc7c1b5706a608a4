import { setImmediate as turn } from 'node:timers/promises';
import { sourceName } from '../../content/inbox/source-name.ts';
import type { Language } from '../../contract/languages.ts';
import { tashkentDate, tashkentIso, tashkentMinute } from '../../contract/tashkent-time.ts';
import type { WholeLead } from './leads.ts';
import { spacedNumber } from './phone.ts';
import { languageName, type Speech, speechIn } from './speech.ts';

/** What is told of a lead in a file, under the names that programs know. */
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
  `${speechIn(language).words.csv.file}-${tashkentDate(now)}.csv`;

/** A file for spreadsheets, piece by piece: for people, with the words of their language, or for programs. */
export async function* csvFile(
  leads: AsyncIterable<WholeLead>,
  { language, separator = separatorIn(language) }: { language?: Language; separator?: string } = {},
): AsyncGenerator<string> {
  const speech = language && speechIn(language);
  const names = Object.keys(leadFields) as LeadField[];
  const headings = speech && headingsIn(speech);
  // A byte order mark: without it Excel reads UTF-8 as the system's own code page.
  yield `\ufeff${csvLine(headings ? names.map((name) => headings[name]) : names, separator)}`;
  for await (const lead of leads) {
    const cells = speech
      ? {
          ...plainCells(lead),
          // Spreadsheets take this for a time, and the other for a text.
          created_at: tashkentMinute(new Date(lead.createdAt)),
          phone: spacedNumber(lead.phone) ?? lead.phone,
          language: lead.language === null ? '' : languageName(lead.language, speech),
          source: lead.source === null ? '' : sourceName(lead.source, speech.inbox),
          status: speech.inbox.status[lead.status],
          suspected_spam: lead.spam ? speech.words.csv.yes : '',
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

const headingsIn = ({ words: { lead, csv }, inbox }: Speech): Record<LeadField, string> => ({
  ...{ ref: csv.ref, created_at: csv.time, name: lead.name, phone: lead.phone, email: lead.email },
  ...{ message: lead.message, language: lead.pageLanguage, source: lead.source },
  ...{ campaign: inbox.list.campaign, status: csv.status, suspected_spam: csv.spam },
});

/** So many characters go out at once. */
const pieceLength = 64 * 1024;

/** The same in pieces worth sending. */
export async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
    // Visitors come in between.
    await turn();
  }
  yield piece;
}

const plainCells = (lead: WholeLead) =>
  Object.fromEntries(
    Object.entries(leadFields).map(([name, value]) => [name, String(value(lead) ?? '')]),
  ) as Record<LeadField, string>;

// A spreadsheet set to another separator than the file's (semicolon in Russian and Uzbek versions) cuts cells
// where we did not: what follows a separator or a line break inside a cell may become a cell of its own.
// There a quotation mark of the text, doubled, opens a quoted part and ends it at once: the formula may stand
// behind one, or behind spaces. The wide forms of the signs a formula begins with count in East Asian versions.
const dangerous = /(?=[=+\-@\t\r＝＋－＠])(?<=(?:^|[;,\t\r\n])[" ]*)/g;

// Beside a phone people write a second one or their name in Telegram. Within a cell neither does harm, even where it is cut
// off there and taken for a formula, as long as no more than words and numbers follow on its line: whatever acts needs a
// bracket, an exclamation mark or a bar, as in @a,WEBSERVICE("…"). The last of them must be a word, too: the quotation mark
// that ends the cell is a mistake behind one, and a text of its own behind a comma.
const nickOrNumber = /^(?:@\w{1,32}|\+[\d -]{7,20})(?![\w+-])/;
const onlyWords = /^[\p{L}\p{N}\p{M}_ ,;.@+'ʻʼ’-]+$/u;
// What is longer is guarded unread: a message of nothing but such names would be read to its end from each of them.
const longestHarmless = 200;
const isHarmless = (line: string) =>
  line.length <= longestHarmless &&
  nickOrNumber.test(line) &&
  onlyWords.test(line) &&
  /[\p{L}\p{N}_.]/u.test(line.slice(-1));

/**
 * One cell, always quoted. An apostrophe in front keeps a formula a text, and "+998 90…" readable: without it
 * Excel makes 9.98901E+11 of it.
 */
export function csvCell(value: string): string {
  const begins = value.search(/[^" ]/);
  const guarded = value.replace(dangerous, (_, at: number) => {
    const [line = ''] = value.slice(at, at + longestHarmless + 1).split(/[\r\n]/, 1);
    return begins < at && isHarmless(line) ? '' : "'";
  });
  return `"${guarded.replaceAll('"', '""')}"`;
}

export function csvLine(values: readonly string[], separator: string): string {
  return `${values.map(csvCell).join(separator)}\r\n`;
}
