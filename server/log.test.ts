import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createLog, lines, throttledLog, unexpectedError } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'log-'));
const file = join(folder, 'log');
afterEach(() => vi.useRealTimers());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a log that cannot be written is lost beyond a measure, harms nobody, and goes on when it can be', () => {
  // A file opened for reading takes nothing, like one on a full disk; the next to be opened gets its number.
  const fd = openSync(join(import.meta.dirname, 'log.ts'), 'r');
  const log = createLog('info', lines(fd));
  for (let i = 0; i < 2000; i++) log.info({ i }, 'cannot be written');
  closeSync(fd);
  expect(openSync(file, 'a')).toBe(fd);
  for (let i = 2000; i < 2010; i++) log.info({ i }, 'can be written');
  closeSync(fd);

  const numbers = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).i);
  // The first ones were kept. One was still lost, the one that showed that there is room again.
  const kept = numbers.length - 9;
  expect(kept).toBeGreaterThan(100);
  expect(kept).toBeLessThan(1500);
  const before = Array.from({ length: kept }, (_, i) => i);
  expect(numbers).toEqual([...before, ...Array.from({ length: 9 }, (_, i) => 2001 + i)]);
});

test('what can be repeated without end is told at once and then by its number, once a minute and for each kind', () => {
  vi.useFakeTimers();
  const written: object[] = [];
  const throttled = throttledLog(createLog('info', { write: (line) => void written.push(JSON.parse(line)) }));
  const told = () => written.splice(0).map((line) => Object.values({ ...line, time: 0 }).join(' '));

  for (let i = 0; i < 1000; i++) {
    throttled.info({ code: '22P02' }, 'Refused');
    throttled.info({ code: '23502' }, 'Refused');
    throttled.warn({ client: `client-${i}` }, 'Too many');
  }
  const first = ['30 0 22P02 Refused', '30 0 23502 Refused', '40 0 client-0 Too many'];
  expect(told()).toEqual(first);
  vi.advanceTimersByTime(60_000);
  expect(told()).toEqual([
    '30 0 22P02 999 Refused',
    '30 0 23502 999 Refused',
    '40 0 client-999 999 Too many',
  ]);
  throttled.info({ code: '22P02' }, 'Refused');
  expect(told()).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(told()).toEqual(['30 0 22P02 1 Refused']);
  // After a silent minute it is news again.
  vi.advanceTimersByTime(60_000);
  throttled.info({ code: '22P02' }, 'Refused');
  expect(told()).toEqual(['30 0 22P02 Refused']);
});

test('of an error that nobody foresaw only its name and place are told, however long its message is', () => {
  const { error, at } = unexpectedError(new TypeError('cannot write "Dilnoza\n+998 90 123 45 67\nSalom"'));
  expect(error).toBe('TypeError');
  expect(at).toHaveLength(3);
  expect(at[0]).toContain('log.test.ts');
  expect(unexpectedError('Dilnoza')).toEqual({ error: 'string', at: [] });
});
