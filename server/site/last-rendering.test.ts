import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lastRendering } from './last-rendering.ts';

const folder = mkdtempSync(join(tmpdir(), 'rendering-'));
const shown = mkdtempSync(join(tmpdir(), 'shown-'));
afterAll(() => {
  for (const each of [folder, shown]) rmSync(each, { recursive: true });
});

test('the proxy may read the last rendering of the running build, and no other', () => {
  const of = (build: string) => lastRendering(join(folder, 'rendered'), build, shown);
  const file = (path: string) => ({
    path,
    type: 'text/html',
    bytes: Buffer.from(path),
    br: undefined,
    gzip: undefined,
  });
  of('a').keep({ content: '1', files: [file('/index.html'), file('/index.ru.html')] });
  of('a').keep({ content: '2', files: [file('/index.html')] });
  expect(readdirSync(shown)).toEqual(['index.html']);
  expect(readFileSync(join(shown, 'index.html'), 'utf8')).toBe('/index.html');
  expect(statSync(join(shown, 'index.html')).mode & 0o777).toBe(0o644);

  expect(of('a').read()?.content).toBe('2');
  expect(readdirSync(shown)).toEqual(['index.html']);
  expect(of('b').read()).toBeNull();
  expect(readdirSync(shown)).toEqual([]);
});
