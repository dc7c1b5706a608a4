import { expect, test } from 'vitest';
import { dialableNumber, spacedNumber } from './phone.ts';

test.each([
  ['+998 90 123-45-67', '+998901234567'],
  ['+998(90)1234567', '+998901234567'],
  ['998901234567', '+998901234567'],
  ['901234567', '+998901234567'],
  ['\u202a+39 06 1234567\u202c', '+39061234567'],
  ['8 901 123 45 67', null],
  ['123', null],
  ['@dilnoza', null],
  ['+998 90 123 45 67 yoki 91 765 43 21', null],
])('%j is dialled as %j', (typed, number) => {
  expect(dialableNumber(typed)).toBe(number);
});

test.each([
  ['998711234567', '998 71 123 45 67'],
  ['+998 (93) 777-45-67', '998 93 777 45 67'],
  ['937774567', '998 93 777 45 67'],
  ['+7 701 234-56-78', '7 701 234 56 78'],
  ['+39 06 1234567', '3 906 123 45 67'],
  ['+1234567', '123 45 67'],
  ['@dilnoza', null],
])('%j is read in a spreadsheet as %j', (typed, number) => {
  expect(spacedNumber(typed)).toBe(number);
});
