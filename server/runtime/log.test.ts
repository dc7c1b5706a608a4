import { afterEach, expect, test, vi } from 'vitest';
import { createLog, errorDetails } from './log.ts';
import { OwnError } from './own-error.ts';

afterEach(() => vi.useRealTimers());

test('a repeated line is written once a minute, with the number of suppressed ones', () => {
  vi.useFakeTimers();
  const written: object[] = [];
  const { throttled } = createLog('info', { write: (line) => void written.push(JSON.parse(line)) });
  const lines = () => written.splice(0).map((line) => Object.values({ ...line, time: 0 }).join(' '));

  for (let i = 0; i < 1000; i++) {
    throttled.info({ code: '22P02' }, 'Refused');
    throttled.info({ code: '23502' }, 'Refused');
    throttled.warn({ client: `client-${i}` }, 'Too many');
  }
  expect(lines()).toEqual(['30 0 22P02 Refused', '30 0 23502 Refused', '40 0 client-0 Too many']);
  vi.advanceTimersByTime(60_000);
  throttled.info({ code: '22P02' }, 'Refused');
  expect(lines()).toEqual(['30 0 22P02 999 Refused']);
  vi.advanceTimersByTime(60_000);
  throttled.info({ code: '22P02' }, 'Refused');
  expect(lines()).toEqual(['30 0 22P02 Refused']);
});

test('an error of our own is logged with its message', () => {
  expect(errorDetails(new OwnError('The disk is full'))).toEqual({ error: 'The disk is full' });
});

test('an unexpected error is logged with its name and location, without its message', () => {
  const { error, at } = errorDetails(new TypeError('cannot write "Dilnoza\n+998 90 123 45 67\nSalom"'));
  expect(error).toBe('TypeError');
  expect(at).toHaveLength(3);
  expect(at?.[0]).toContain('log.test.ts');
  expect(errorDetails('Dilnoza')).toEqual({ error: 'string', at: [] });
});
