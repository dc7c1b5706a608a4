import { expect, test } from 'vitest';
import { retryAfterMs } from './http-answer.ts';

const pause = (retryAfter: string | null, status = 503, date?: string) =>
  retryAfterMs({ status, retryAfter, date });

test('Retry-After may be seconds, or a date read by the clock of the answer', () => {
  const date = 'Sun, 01 Nov 2026 10:00:00 GMT';
  expect(pause('120')).toBe(120_000);
  expect(pause('Sun, 01 Nov 2026 10:05:00 GMT', 503, date)).toBe(300_000);
  expect(pause('Sun, 01 Nov 2026 09:00:00 GMT', 503, date)).toBe(0);
  expect(pause(new Date(Date.now() + 3_600_000).toUTCString())).toBeGreaterThan(3_500_000);
});

test.each([null, '', 'soon'])('Retry-After %j asks for no pause, unless the status is 429', (header) => {
  expect(pause(header)).toBeUndefined();
  expect(pause(header, 429)).toBe(60_000);
});
