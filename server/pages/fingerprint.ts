import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const sourcePaths = [
  'content',
  'contract',
  'site',
  'inbox',
  'prerender',
  'scripts/build',
  'scripts/build.ts',
  'scripts/build-info.ts',
  'server/pages',
  'vite.config.ts',
  'package-lock.json',
];

/** A hash of everything the build reads. Undefined without sources, as in an image with only dist/ and server/. */
export function fingerprint(dir = root): string | undefined {
  if (!sourcePaths.every((path) => existsSync(join(dir, path)))) return undefined;
  const hash = createHash('sha256');
  for (const path of sourcePaths.flatMap((source) => filesIn(dir, source)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(dir, path)))
      .update('\0');
  }
  return hash.digest('base64url');
}

function filesIn(dir: string, path: string): string[] {
  if (statSync(join(dir, path)).isFile()) return [path];
  const inside = readdirSync(join(dir, path), { recursive: true, withFileTypes: true });
  return inside
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}
