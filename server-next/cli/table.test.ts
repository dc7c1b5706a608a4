import { expect, test } from 'vitest';
import { table, tableInParts } from './table.ts';

type Row = { name: string; note: string };
const columns = [
  { title: 'NAME', value: (row: Row) => row.name, widest: 8 },
  { title: 'NOTE', value: (row: Row) => row.note },
];

test('columns stand under their titles', () => {
  expect(
    table(columns, [
      { name: 'Ali', note: 'one' },
      { name: 'Dilnoza', note: '' },
    ]),
  ).toBe('NAME     NOTE\nAli      one\nDilnoza\n');
});

test('rows that come in parts stand under the titles of the first', () => {
  const lines = tableInParts(columns);
  expect(lines([{ name: 'Ali', note: 'one' }])).toBe('NAME  NOTE\nAli   one\n');
  expect(lines([{ name: 'Bo', note: 'two' }])).toBe('Bo    two\n');
  expect(lines([{ name: 'Dilnoza', note: 'three' }])).toBe('Dilnoza  three\n');
});

test('what is too wide is cut, also at the edge of the terminal', () => {
  expect(table(columns, [{ name: 'Abdurahmon', note: 'a long story' }], 14)).toBe(
    'NAME      NOTE\nAbdurah…  a l…\n',
  );
});

test('a row stays one line, and nothing in it commands the terminal', () => {
  const shown = table(columns, [{ name: 'A\r\nB\u001b[2J', note: '\u202eevil\u0007' }]);
  expect(shown).toBe('NAME     NOTE\nA B\ufffd[2J  evil\ufffd\n');
  expect(shown.split('\n')).toHaveLength(3);
});

test('wide and combined characters are counted as they are shown', () => {
  const shown = table(columns, [
    { name: '王小明', note: '|' },
    { name: '👩🏽‍🎓', note: '|' },
    { name: 'e\u0301', note: '|' },
  ]);
  expect(shown).toBe('NAME    NOTE\n王小明  |\n👩🏽‍🎓      |\ne\u0301       |\n');
});
