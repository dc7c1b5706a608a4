import { expect, test, vi } from 'vitest';
import { retryDelayMs, usualTiming } from './timing.ts';

const second = 1000;
const hour = 3_600_000;

function delay(attempt: number, { retryAfterMs = 0, random = 0.5 } = {}): number | null {
  using _ = vi.spyOn(Math, 'random').mockReturnValue(random);
  return retryDelayMs(usualTiming, attempt, retryAfterMs);
}

test('the ten attempts are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h apart', () => {
  const delays = Array.from({ length: 10 }, (_, index) => delay(index + 1));
  expect(delays.map((ms) => ms && ms / second)).toEqual([
    ...[5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    null,
  ]);
});

test('a delay varies by a tenth', () => {
  expect(delay(4, { random: 0 })).toBe(0.9 * 2 * hour);
  expect(delay(4, { random: 1 })).toBe(1.1 * 2 * hour);
});

test('Retry-After lengthens a delay, by a day at most, and does not shorten it', () => {
  expect(delay(1, { retryAfterMs: 60 * second })).toBe(60 * second);
  expect(delay(4, { retryAfterMs: 60 * second })).toBe(2 * hour);
  expect(delay(1, { retryAfterMs: 1000 * hour })).toBe(24 * hour);
  expect(delay(10, { retryAfterMs: 60 * second })).toBeNull();
});
