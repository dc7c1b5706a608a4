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
import { supabaseProject } from './build/supabase-project.ts';

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

const token = (role: string) => `e30.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.c2ln`;

test.each([
  ['a secret key', 'sb_secret_4f8dk2'],
  ['a key of the role service_role', token('service_role')],
  ['something that is no key', 'hunter2'],
])('%s is not built into the page, nor printed', (_, key) => {
  const env = {
    ...process.env,
    PUBLIC_SUPABASE_URL: 'https://project.supabase.co',
    PUBLIC_SUPABASE_KEY: key,
  };
  const dist = join(tmpdir(), 'never-built');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts', dist], { env });
  expect(status).toBe(1);
  expect(String(stderr)).toMatch(/^PUBLIC_SUPABASE_KEY must be the publishable key .*\n$/);
  expect(String(stderr)).not.toContain(key);
  expect([dist, `${dist}.new`].filter(existsSync)).toEqual([]);
});

test('the publishable key and the anon key are accepted', () => {
  const PUBLIC_SUPABASE_URL = 'https://project.supabase.co';
  for (const key of ['sb_publishable_x', token('anon')])
    expect(supabaseProject({ PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY: key })?.key).toBe(key);
});
