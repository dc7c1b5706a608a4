/** `dist/site.json`: what the site was built from and for. Written by the build, read by `npm start` and the server. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { links } from '../content/links.ts';
import { type Manifest, manifestName } from '../server/pages/dist.ts';

type Environment = Record<string, string | undefined>;

const root = join(import.meta.dirname, '..');
const sourcePaths = [
  'content',
  'contract',
  'site',
  'prerender',
  'scripts/build',
  'scripts/build.ts',
  'scripts/hosting',
  'scripts/manifest.ts',
  'server/pages',
  'vite.config.ts',
  'package-lock.json',
];
/** Variables that end up inside the built files. */
const settings = ['SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_KEY'];

/** Changes with any source of the site; file times do not count, a checkout or an image layer changes those. */
export function fingerprint(environment: Environment = process.env, dir = root): string {
  const hash = createHash('sha256');
  for (const name of settings) hash.update(`${name}=${environment[name] ?? ''}\0`);
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

export function manifestFor(environment: Environment = process.env): Manifest {
  const sources = fingerprint(environment);
  const hosted = environment.PUBLIC_SUPABASE_URL;
  const common = { sources, placeholderLinks: placeholderLinks(links) };
  // Without script such a site has nobody to post to: its form then opens the visitor's mail program.
  return hosted ? { ...common, connect: [new URL(hosted).origin], formAction: ['mailto:'] } : common;
}

/** Links nobody has filled in yet: those on the domain that is reserved for examples. */
export function placeholderLinks(links: Record<string, string>): string[] {
  return Object.keys(links).filter((name) => /[/@.]example\.com(?:\/|$)/.test(links[name] as string));
}

/** The last thing a build does: a build without it was broken off. */
export function writeManifest(distDir: string, manifest: Manifest): void {
  writeFileSync(join(distDir, manifestName), `${JSON.stringify(manifest)}\n`);
}

/** Why the site has to be built before it can be served; undefined when it need not be. */
export function whyBuild(distDir: string, environment: Environment = process.env): string | undefined {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(distDir, manifestName), 'utf8'));
  } catch {
    return 'there is no finished build yet';
  }
  return manifest.sources === fingerprint(environment)
    ? undefined
    : 'its sources have changed since the last build';
}
