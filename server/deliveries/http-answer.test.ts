import { expect, test } from 'vitest';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { connectionError, readAtMost, retryAfterMs } from './http-answer.ts';

test('Retry-After is understood as seconds and as a date', () => {
  const now = Date.parse('2026-11-01T10:00:00Z');
  expect(retryAfterMs('120', now)).toBe(120_000);
  expect(retryAfterMs('Sun, 01 Nov 2026 10:05:00 GMT', now)).toBe(300_000);
  expect(retryAfterMs('Sun, 01 Nov 2026 09:00:00 GMT', now)).toBe(0);
});

test.each([null, undefined, '', 'soon'])('Retry-After %j asks for nothing', (header) => {
  expect(retryAfterMs(header)).toBeUndefined();
});

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
