import { expect, test } from 'vitest';
import { isFoundIn, searchTerms, searchText } from './search-text.ts';

const finds = (typed: string, name: string) =>
  isFoundIn(searchText({ ref: 'K7Q2-9F3D', name, phone: '1', email: null, message: '' }), searchTerms(typed));

test.each([
  ['Aziza', 'Азиза'],
  ['Shahnoza', 'Шаҳноза'],
  ['Jahongir', 'Жаҳонгир'],
  ['Oʻtkir', 'Ўткир'],
  ['Gʻani', 'Ғани'],
  ['Qodirov', 'Қодиров'],
  ['Yoqub', 'Ёқуб'],
  ['Aliyev', 'Алиев'],
  ['Xurshida Choʻlponova', 'Хуршида Чўлпонова'],
  ['Maʼmura', 'Маъмура'],
])('%s and %s are found by each other', (latin, cyrillic) => {
  expect(finds(latin, cyrillic), latin).toBe(true);
  expect(finds(cyrillic, latin), cyrillic).toBe(true);
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
  ['Қодиров', 'Кодиров'],
  ['Ўткир', 'Уткир'],
])('%s and %s are one name, written on two keyboards', (uzbek, russian) => {
  expect(finds(russian, uzbek), russian).toBe(true);
  expect(finds(uzbek, russian), uzbek).toBe(true);
});

test('another name is not found', () => {
  expect(finds('Aziza', 'Алиса')).toBe(false);
  expect(finds('Азиз Каримов', 'Aziza Karimboyeva')).toBe(false);
});
