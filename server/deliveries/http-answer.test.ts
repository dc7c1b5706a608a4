import { expect, test } from 'vitest';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { connectionError, readAtMost, retryAfterMs } from './http-answer.ts';

const asks = (retryAfter: string | null | undefined, status = 503, date?: string) =>
  retryAfterMs({ status, retryAfter, date });

test('Retry-After is understood as seconds and as a date', () => {
  const date = 'Sun, 01 Nov 2026 10:00:00 GMT';
  expect(asks('120')).toBe(120_000);
  expect(asks('Sun, 01 Nov 2026 10:05:00 GMT', 503, date)).toBe(300_000);
  expect(asks('Sun, 01 Nov 2026 09:00:00 GMT', 503, date)).toBe(0);
});

test('a date in Retry-After is read by the clock of the answer, by ours only without one', () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  expect(asks(inAnHour)).toBeGreaterThan(3_500_000);
  expect(asks(inAnHour, 503, new Date(Date.now() + 3_540_000).toUTCString())).toBeLessThanOrEqual(61_000);
});

test.each([null, undefined, '', 'soon'])(
  'Retry-After %j asks for nothing, unless the status does',
  (header) => {
    expect(asks(header)).toBeUndefined();
    expect(asks(header, 429)).toBe(60_000);
  },
);

test('reading stops at the limit and closes the source', async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from('abcd');
    } finally {
      closed = true;
    }
  }
  expect(await readAtMost(endless(), 10)).toBe('abcdabcdab');
  expect(closed).toBe(true);
});

test('a failed fetch is told by its cause', async () => {
  const server = await startHttpStandIn(() => ({ status: 200 }));
  await server.stop();
  const error = await fetch(server.url).catch((reason: unknown) => reason);
  expect(connectionError(error)).toBe('ECONNREFUSED');
});
