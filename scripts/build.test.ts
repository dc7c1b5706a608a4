import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startProcess } from '../tests/processes.ts';

test('a build that is broken off leaves the site that was there, for a server that has to start again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-test-'));
  const dist = join(folder, 'dist');
  const page = join(dist, 'index.html');
  const served = () => (existsSync(page) ? readFileSync(page, 'utf8') : 'none');
  mkdirSync(dist);
  writeFileSync(page, 'the old one');
  const build = startProcess('scripts/build.ts', {}, [dist]);
  const hasBegun = () => existsSync(join(folder, 'dist.new')) || served() !== 'the old one';
  await vi.waitUntil(hasBegun, { timeout: 50_000, interval: 10 });
  await build.end('SIGKILL');
  expect(served()).toBe('the old one');
  rmSync(folder, { recursive: true });
});
