/** `dist/build-info.json`: the fingerprint of the sources and the settings of the build, for `npm start` and the server. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { company } from '#content/company.ts';
import { links } from '#content/links.ts';
import { type BuildInfo, buildInfoFile, readBuildInfo } from '#server/pages/dist.ts';
import { fingerprint } from '#server/pages/fingerprint.ts';

type Environment = Record<string, string | undefined>;

/** Variables that the built files contain. */
const settingNames = ['SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_KEY', 'RETENTION_DAYS'];

const settings = (environment: Environment): Record<string, string> =>
  Object.fromEntries(settingNames.map((name) => [name, environment[name] ?? '']));

export function writeBuildInfo(distDir: string, environment: Environment = process.env): void {
  const supabaseUrl = environment.PUBLIC_SUPABASE_URL;
  const buildInfo: BuildInfo = {
    sourceFingerprint: fingerprint(),
    commit: commit(),
    settings: settings(environment),
    placeholderLinks: namesOf(links, /[/@.]example\.com(?:\/|$)/),
    placeholderCompany: namesOf(company, /\bexample\b/i),
    // Without script, the form of a static site opens the visitor's mail program.
    ...(supabaseUrl ? { connect: [new URL(supabaseUrl).origin], formAction: ['mailto:'] } : {}),
  };
  writeFileSync(join(distDir, buildInfoFile), `${JSON.stringify(buildInfo)}\n`);
}

function commit(): string | undefined {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  return stdout?.toString().trim() || undefined;
}

const namesOf = (values: Record<string, string>, placeholder: RegExp) =>
  Object.keys(values).filter((name) => placeholder.test(values[name] ?? ''));

/** Undefined if no build is needed. */
export function rebuildReason(distDir: string, environment: Environment = process.env): string | undefined {
  const buildInfo = readBuildInfo(distDir);
  if (!buildInfo?.sourceFingerprint) return 'there is no finished build yet';
  if (buildInfo.sourceFingerprint !== fingerprint()) return 'its sources have changed since the last build';
  if (isDeepStrictEqual(buildInfo.settings, settings(environment))) return undefined;
  return `${settingNames.join(', ')}: one of them has changed since the last build`;
}

/** Ends the process if the build fails. */
export function buildIfNeeded(): void {
  const root = join(import.meta.dirname, '..');
  const reason = rebuildReason(join(root, 'dist'));
  if (!reason) return;
  console.log(`Building the site: ${reason}.`);
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  console.error('The site could not be built; see the messages above.');
  process.exit(1);
}
