import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog, lines } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'log-'));
const file = join(folder, 'log');
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
