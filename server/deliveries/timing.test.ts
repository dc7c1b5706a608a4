import { expect, test } from 'vitest';
import { retryDelayMs, usualTiming } from './timing.ts';

const second = 1000;
const hour = 3_600_000;
const middle = () => 0.5;
const delay = (attempt: number, retryAfterMs?: number, random = middle) =>
  retryDelayMs(usualTiming, attempt, retryAfterMs, random);

test('ten attempts are made, at 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  const delays = Array.from({ length: 10 }, (_, index) => delay(index + 1));
  expect(delays.map((ms) => ms && ms / second)).toEqual([
    5,
    300,
    1800,
    7200,
    18_000,
    36_000,
    50_400,
    72_000,
    86_400,
    null,
  ]);
});

test('chance moves an attempt by a tenth at most', () => {
  expect(delay(4, 0, () => 0)).toBe(0.9 * 2 * hour);
  expect(delay(4, 0, () => 1)).toBe(1.1 * 2 * hour);
});

test('Retry-After can put an attempt off, but not bring it forward or lose it', () => {
  expect(delay(1, 60 * second)).toBe(60 * second);
  expect(delay(4, 60 * second)).toBe(2 * hour);
  expect(delay(1, 1000 * hour)).toBe(24 * hour);
  expect(delay(10, 60 * second)).toBeNull();
});
