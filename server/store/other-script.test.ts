import { expect, test } from 'vitest';
import { isFoundIn, searchTerms, searchText } from './search-text.ts';

const finds = (typed: string, name: string) =>
  isFoundIn(searchText({ ref: 'K7Q2-9F3D', name, phone: '1', email: null, message: '' }), searchTerms(typed));

test.each([
  ['Aziza', 'Азиза'],
  ['Shahnoza', 'Шаҳноза'],
  ['Shahnoza', 'Шахноза'],
  ['Jahongir', 'Жаҳонгир'],
  ['Jahongir', 'Жахонгир'],
  ['Jamshid', 'Джамшид'],
  ['Oʻtkir', 'Ўткир'],
  ['Gʻani', 'Ғани'],
  ['Qodirov', 'Қодиров'],
  ['Qodirov', 'Кодиров'],
  ['Doniyor', 'Дониёр'],
  ['Yoqub', 'Ёқуб'],
  ['Yusuf', 'Юсуф'],
  ['Aliyev', 'Алиев'],
  ['Yelena', 'Елена'],
  ['Eldor', 'Элдор'],
  ['Xurshida Choʻlponova', 'Хуршида Чўлпонова'],
  ['Maʼmura', 'Маъмура'],
  ['Ziyodulla', 'Зиёдулла'],
  ['Quyosh', 'Қуёш'],
])('%s and %s are found by each other', (latin, cyrillic) => {
  expect(finds(latin, cyrillic), latin).toBe(true);
  expect(finds(cyrillic, latin), cyrillic).toBe(true);
});

test('Uzbek letters that were not typed are found as well', () => {
  for (const [russian, latin] of [
    ['Уткир', 'Oʻtkir'],
    ['Тухтаев', 'Toʻxtayev'],
    ['Гани', 'Gʻani'],
    ['Улугбек', 'Ulugʻbek'],
    ['Кучкоров', 'Qoʻchqorov'],
  ] as const) {
    expect(finds(russian, latin), russian).toBe(true);
    expect(finds(latin, russian), latin).toBe(true);
  }
  expect(finds('otkir', 'Ўткир')).toBe(true);
  expect(finds('ўткир', 'Otkir')).toBe(true);
});

test.each(['Aʼzam', 'Raʼno', 'Masʼud', 'Shaʼbon'])(
  '%s is found with and without its apostrophe, whichever was written',
  (name) => {
    const bare = name.replaceAll(/[ʻʼ]/g, '');
    expect(finds(bare, name), bare).toBe(true);
    expect(finds(name, bare), name).toBe(true);
    expect(finds(`${name}xoja`, `${name}xoʻja`), name).toBe(true);
  },
);

test.each([
  ['Ҳакимов', 'Хакимов'],
  ['Қодиров', 'Кодиров'],
  ['Ўткир', 'Уткир'],
  ['Ғайрат', 'Гайрат'],
])('%s and %s are one name, written on two keyboards', (uzbek, russian) => {
  expect(finds(russian, uzbek), russian).toBe(true);
  expect(finds(uzbek, russian), uzbek).toBe(true);
});

test('what is too short for the index is not looked for in the other script', () => {
  expect(searchTerms('sho').flat()).not.toContain('шо');
  for (const word of ['yu', 'юл', 'ya', 'sh']) expect(searchTerms(word)).toEqual([[word]]);
});

test('a word with every letter that has several ways is not looked for in more than a search can bear', () => {
  expect(searchTerms('хукумгелиев')[0]?.length).toBeLessThanOrEqual(25);
});

test('another name is not found', () => {
  expect(finds('Aziza', 'Алиса')).toBe(false);
  expect(finds('Азиз Каримов', 'Aziza Karimboyeva')).toBe(false);
});
