/** The site as `npm run build` makes it, in a directory of its own for the test file that asks for it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '..');
/** What the developer's own environment says must not decide what is tested. */
const unset = { SITE_URL: '', PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '', RETENTION_DAYS: '' };

export type BuiltSite = { dir: string; output: string; read(path: string): Buffer };

export async function buildSite(settings: Partial<typeof unset> = {}): Promise<BuiltSite> {
  const dir = mkdtempSync(join(tmpdir(), 'site-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/build.ts', dir], {
    cwd: root,
    env: { ...process.env, ...unset, ...settings },
  });
  return { dir, output: stdout + stderr, read: (path) => readFileSync(join(dir, path)) };
}
