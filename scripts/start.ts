/** `npm start`: builds the site when needed, then serves it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');

// The sources need not be there: a production image may hold only dist/ and server/.
const canBuild = existsSync('scripts/build.ts') && existsSync('node_modules/vite');
if (canBuild) buildIfNeeded(await import('./manifest.ts'));
else if (!existsSync('dist'))
  fail('There is no dist/ to serve, and without vite (a development dependency) none can be built.');

await import('../server/main.ts');

function buildIfNeeded({ whyBuild }: typeof import('./manifest.ts')): void {
  const reason = whyBuild(join(root, 'dist'));
  if (!reason) return;
  console.log(`Building the site: ${reason}.`);
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) fail('The site could not be built; see the messages above.');
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
