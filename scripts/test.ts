/** `npm test`: everything there is to check, in order of cost. `npm run test:browser` only builds and opens the browser. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { getChromium } from './chromium.ts';

process.chdir(join(import.meta.dirname, '..'));
const [only, ...playwrightArguments] = process.argv.slice(2);
const began = Date.now();

if (only !== 'browser') {
  step('Format and lint', 'biome', 'ci', '.');
  step('Types', 'tsc');
  step('Unit and integration tests', 'vitest', 'run');
}
step('Build', 'node', 'scripts/build.ts');
process.env.CHROMIUM_PATH = chromiumOrStop();
step('Browser tests', 'playwright', 'test', ...playwrightArguments);
console.log(`\nEverything passed in ${seconds(began)}.`);

function step(name: string, command: string, ...args: string[]): void {
  const start = Date.now();
  console.log(`\n▸ ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name}, ${seconds(start)}`);
  if (status !== 0) process.exit(status ?? 1);
}

function chromiumOrStop(): string {
  try {
    return getChromium();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
