import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('every placeholder is replaced, also a repeated one', () => {
  expect(fill('{number} of {total}, {number}', { number: 2, total: 6 })).toBe('2 of 6, 2');
});

test('a value is inserted literally: neither its braces nor its $ mean anything', () => {
  expect(fill('{price}', { price: "$& {number} $'", number: 1 })).toBe("$& {number} $'");
});
