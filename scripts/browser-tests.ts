/** `npm run test:browser` and `npm run test:engines`: build the site and run Playwright on it. */
import { spawnSync } from 'node:child_process';
import { findOrInstallChromium, findOrInstallFirefox, findOrInstallWebKit } from './browsers.ts';

const [suite, ...options] = process.argv.slice(2);
const { needed, projects } =
  suite === 'engines'
    ? { needed: [findOrInstallFirefox, findOrInstallWebKit], projects: ['firefox', 'webkit'] }
    : { needed: [findOrInstallChromium], projects: ['phone', 'desktop', 'inbox'] };

try {
  for (const findOrInstall of needed) findOrInstall();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
run('node', 'scripts/build.ts');
run('playwright', 'test', ...projects.map((name) => `--project=${name}`), ...options);

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
