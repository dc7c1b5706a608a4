import { expect, test } from 'vitest';
import { dialableNumber, phoneNumbers, spacedNumber } from './phone.ts';

test.each([
  ['+998 90 123-45-67', '+998901234567'],
  ['90‑123—45‑67', '+998901234567'],
  ['901234567', '+998901234567'],
  ['\u202a+39 06 1234567\u202c', '+39061234567'],
  ['8 90 111 22 35', '+998901112235'],
  ['00998 90 111 22 35', '+998901112235'],
  ['+998901112235 (otasi)', '+998901112235'],
  ['otasi: (90) 111-22-35', '+998901112235'],
  ['+998901112235 / 917654321', '+998901112235'],
  ['@lola_917654321, 90 111 22 35', '+998901112235'],
  ['@lola_901112235', null],
  ['8 901 123 45 67', '+79011234567'],
  ['8 (701) 234-56-78', '+77012345678'],
  ['8 998 90 123 45', null],
  ['+998 90 111 22 35 12', null],
  ['123', null],
])('%j is dialled as %j', (typed, number) => {
  expect(dialableNumber(typed)).toBe(number);
});

test('several numbers are all found', () => {
  const both = ['+998901112235', '+998917654321'];
  for (const between of [' / ', ', ', ' yoki ', '+'])
    expect(phoneNumbers(`90 111 22 35${between}998 91 765-43-21`)).toEqual(both);
});

test.each([
  ['998711234567', '998 71 123 45 67'],
  ['+998 (93) 777-45-67', '998 93 777 45 67'],
  ['+7 701 234-56-78', '7 701 234 56 78'],
  ['+39 06 1234567', '39 06 1234567'],
  ['+905321234567', '905 321 234 567'],
  ['8 90 111 22 35', '998 90 111 22 35'],
  ['9989011122355', null],
  ['+998901112235, @lola_uz', null],
  ['+998901112235 / 917654321', null],
  ['@dilnoza', null],
])('%j is written %j in a spreadsheet; null keeps it as typed', (typed, number) => {
  expect(spacedNumber(typed)).toBe(number);
});
