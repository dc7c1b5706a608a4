import { expect, test } from 'vitest';
import { folded, foldedTo, searchTerms, searchText } from './search-text.ts';

test('capitals of every Latin and Cyrillic letter in use are folded, and nothing is folded twice', () => {
  for (const letter of 'ABCXYZÀÖÜĞŞŠŽАБВЖЭЮЯЎҚҒҲ') expect(folded(letter)).toBe(letter.toLowerCase());
  expect(folded('Алёна')).toBe('алена');
  expect(folded('soʻragan OʼZBEK gʻoyat o‘g’il')).toBe("so'ragan o'zbek g'oyat o'g'il");
  for (const letter of foldedTo) expect(folded(letter)).toBe(letter);
  expect(folded('İlhom')).toBe('ilhom');
  expect(folded('中文 🎓 123 +@')).toBe('中文 🎓 123 +@');
});

test.each([
  [
    'Shahnoza Karimova',
    [
      ['shahnoza', 'shah-n0za', "shahno'za", "s'hahnoza", "sh'ahnoza", "sha'hnoza"],
      ['karimova', 'kar1-m0va', "karimo'va", "k'arimova", "ka'rimova", "kar'imova"],
    ],
  ],
  ['otkir', [['otkir', "o'tkir", "ot'kir", "otk'ir"]]],
  ['Gʻani', [["g'ani", 'gani', "ga'ni", "gan'i"]]],
  [
    'bogbon',
    [['bogbon', "bogbo'n", "bog'bon", "bog'bo'n", "bo'gbon", "bo'gbo'n", "bo'g'bon", "bo'g'bo'n", "b'ogbon"]],
  ],
  ['+998 (90) 123-45-67', [['+998 (90) 123-45-67', '901234567']]],
  // As a phone's contact list copies it.
  ['\u202a+998 90 123 45 67\u202c', [['+998 90 123 45 67', '901234567']]],
  ['+7 901 123 45 67', [['+7 901 123 45 67', '9011234567']]],
  ['+39 06 1234567', [['+39 06 1234567', '39061234567']]],
  ['90 123', [['90 123', '90123']]],
  ['az 90 123 45 67', [['az'], ['90 123 45 67', '901234567']]],
  ['K7Q2-9F3D', [['k7q2-9f3d']]],
  ['k7q2of3d', [['k7q2of3d', 'k7q2-0f3d']]],
  ['KXQZGFVD', [['kxqzgfvd', 'kxqz-gfvd', "kxqzg'fvd", "k'xqzgfvd", "kx'qzgfvd", "kxq'zgfvd"]]],
  ['  ', []],
])('%j is looked for as %j, and in the other script', (typed, terms) => {
  const inItsOwn = searchTerms(typed).map((forms) => forms.filter((form) => !/[а-я]/.test(form)));
  expect(inItsOwn).toEqual(terms);
});

test('a number is found with and without its country', () => {
  const lead = { ref: 'K7Q2-9F3D', name: 'A', email: null, message: 'm' };
  expect(searchText({ ...lead, phone: '90 123-45-67' })).toContain('\n998901234567\n');
  expect(searchText({ ...lead, phone: '+39 06 123 45 6' })).toContain('\n3906123456\n');
  expect(searchText({ ...lead, phone: '@aziza' })).toContain('\n@aziza\n\n');
});
