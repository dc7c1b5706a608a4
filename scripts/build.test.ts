import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startProcess } from '#tests/processes.ts';

test('a build that is killed leaves the old site', async () => {
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

test('a build with a content problem prints it and leaves the old site', () => {
  const root = join(import.meta.dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'build-test-'));
  for (const part of ['content', 'contract', 'prerender', 'scripts', 'server', 'site'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const links = join(folder, 'content/links.ts');
  const [, telegram = ''] = /telegramAdmin: '(.*)'/.exec(readFileSync(links, 'utf8')) ?? [];
  writeFileSync(links, readFileSync(links, 'utf8').replace(telegram, '@our_admin'));
  mkdirSync(join(folder, 'dist'));

  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder });
  expect(String(stderr)).toBe(
    'content/links.ts: telegramAdmin is "@our_admin"; it must look like "https://t.me/name".\n',
  );
  expect(status).toBe(1);
  expect(existsSync(join(folder, 'dist'))).toBe(true);
  rmSync(folder, { recursive: true });
});
