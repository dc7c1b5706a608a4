import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('values are put where the text names them, as often as it does', () => {
  expect(fill('{number} of {total}, {number}', { number: 2, total: 6 })).toBe('2 of 6, 2');
});

test('a value is text: it is not filled again, and its $ means nothing', () => {
  expect(fill('{price}', { price: "$& {number} $'", number: 1 })).toBe("$& {number} $'");
});
