import { expect, test } from 'vitest';
import { createAllowance, createNameAllowance } from './allowance.ts';

test('each client may do a thing so often within the time, and again after it', () => {
  let time = 0;
  const take = createAllowance({ points: 2, seconds: 60 }, () => time);
  expect([take('a'), take('a'), take('a'), take('b')]).toEqual([true, true, false, true]);
  time = 59_999;
  expect(take('a')).toBe(false);
  time = 60_000;
  expect(take('a')).toBe(true);
});

test('a client brings a handful of new names a day, and others are not kept from bringing theirs', () => {
  let time = 0;
  const take = createNameAllowance(5, () => time);
  const taken = (client: string, times: number) =>
    Array.from({ length: times }, () => take(client)).filter(Boolean).length;
  expect(taken('192.0.2.1', 9)).toBe(5);
  // Two may share a cell, not three.
  expect(Math.max(...['192.0.2.2', '192.0.2.3'].map((client) => taken(client, 5)))).toBe(5);
  time = 23 * 3_600_000;
  expect(taken('192.0.2.1', 1)).toBe(0);
  time = 24 * 3_600_000;
  expect(taken('192.0.2.1', 9)).toBe(5);
});
