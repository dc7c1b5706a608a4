/** `npm start`: builds the site if needed, then serves it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from '#server/config/environment.ts';

process.chdir(join(import.meta.dirname, '..'));
loadEnvFile();

// `npm ci --omit=dev` installs no Vite.
const canBuild = existsSync('node_modules/vite');
if (canBuild) (await import('./build-info.ts')).buildIfNeeded();
else if (!existsSync('dist')) {
  console.error(
    'There is no dist/ to serve, and it cannot be built without vite (a development dependency).',
  );
  process.exit(1);
}

await import('#server/main.ts');
