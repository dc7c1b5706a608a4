/**
 * `npm test`: everything there is to check, in order of cost. `npm run test:browser` only builds and opens Chromium,
 * `npm run test:engines` walks the journeys in all three engines.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { getChromium } from './chromium.ts';
import { getFirefox } from './firefox.ts';
import { getPhoneFonts } from './phone-fonts.ts';
import { getWebKit } from './webkit.ts';

process.chdir(join(import.meta.dirname, '..'));
const [only, ...playwrightArguments] = process.argv.slice(2);
const began = Date.now();
const durations: string[] = [];

if (!only) {
  step('Format and lint', 'biome', 'ci', '.');
  step('Types', 'tsc');
  step('Unit and integration tests', 'vitest', 'run');
}
step('Build', 'node', 'scripts/build.ts');
process.env.CHROMIUM_PATH = orStop(getChromium);
if (only !== 'engines') orStop(getPhoneFonts);
if (only !== 'browser') {
  orStop(getFirefox);
  orStop(getWebKit);
}
// Both at once when both are wanted: where an engine is waited for, another has the processor.
if (only === 'browser') playwright('Browser tests', 'phone', 'desktop', 'inbox-*');
else if (only === 'engines')
  playwright("Visitors' journeys in three engines", 'chromium-*', 'firefox-*', 'webkit-*');
else playwright("Browser tests, and visitors' journeys in three engines", '*');
console.log(`\nEverything passed in ${seconds(began)}:\n${durations.join('\n')}`);

function step(name: string, command: string, ...args: string[]): void {
  const start = Date.now();
  console.log(`\n▸ ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  durations.push(`${seconds(start).padStart(9)}  ${name}`);
  console.log(`${status === 0 ? '✓' : '✗'} ${name}, ${seconds(start)}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** The projects are those of playwright.config.ts, unless the command line names its own. */
function playwright(name: string, ...projects: string[]): void {
  const named = playwrightArguments.some((argument) => argument.startsWith('--project'));
  step(
    name,
    'playwright',
    'test',
    ...(named ? [] : projects.map((project) => `--project=${project}`)),
    ...playwrightArguments,
  );
}

function orStop<Found>(get: () => Found): Found {
  try {
    return get();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
