/** Builds the site with `scripts/build.ts`: once for all test files, or with other settings. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, inject, vi } from 'vitest';

const root = join(import.meta.dirname, '..');
export const siteUrl = 'https://example.uz';
export const retentionDays = 417;
/** Overrides the developer's own settings. */
const unset = { SITE_URL: '', PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '', RETENTION_DAYS: '' };

export type BuiltSite = { dir: string; output: string; read(path: string): Buffer };

/** The first test file to call this builds the site; the others wait for it. */
export async function sharedSite(): Promise<BuiltSite> {
  const dir = join(inject('siteFolder'), 'site');
  const done = `${dir}.output`;
  try {
    mkdirSync(dir);
  } catch {
    await vi.waitUntil(() => existsSync(done), { timeout: 110_000, interval: 50 });
    return siteIn(dir, readFileSync(done, 'utf8'));
  }
  const output = await build(dir, { SITE_URL: siteUrl, RETENTION_DAYS: String(retentionDays) });
  writeFileSync(`${done}.draft`, output);
  renameSync(`${done}.draft`, done);
  return siteIn(dir, output);
}

export async function buildSiteWith(settings: Partial<typeof unset>): Promise<BuiltSite> {
  const dir = mkdtempSync(join(tmpdir(), 'site-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return siteIn(dir, await build(dir, settings));
}

const siteIn = (dir: string, output: string): BuiltSite => ({
  dir,
  output,
  read: (path) => readFileSync(join(dir, path)),
});

async function build(dir: string, settings: Partial<typeof unset>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/build.ts', dir], {
    cwd: root,
    env: { ...process.env, ...unset, ...settings },
  });
  return stdout + stderr;
}
