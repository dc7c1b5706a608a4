import { expect, test } from 'vitest';
import { dialableNumber } from './phone.ts';

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
