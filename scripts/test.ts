/**
 * `npm test`: everything there is to check, in order of cost. `npm run test:browser` only builds and opens Chromium,
 * `npm run test:engines` walks the journeys in all three engines.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { getChromium } from './chromium.ts';
import { getFirefox } from './firefox.ts';
import { getPhoneFonts } from './phone-fonts.ts';
import { getWebKit } from './webkit.ts';

type Step = [name: string, command: string, ...args: string[]];

process.chdir(join(import.meta.dirname, '..'));
const [only, ...playwrightArguments] = process.argv.slice(2);
const began = Date.now();
const durations: string[] = [];

const build: Step = ['Build', 'node', 'scripts/build.ts'];
if (only) await take(build);
else {
  // At once: each of them alone leaves a processor idle.
  await take(['Format and lint', 'biome', 'ci', '.'], ['Types', 'tsc'], build);
  await take(['Unit and integration tests', 'vitest', 'run']);
}
process.env.CHROMIUM_PATH = orStop(getChromium);
if (only !== 'engines') orStop(getPhoneFonts);
if (only !== 'browser') {
  orStop(getFirefox);
  orStop(getWebKit);
}
// Both at once when both are wanted: where an engine is waited for, another has the processor.
if (only === 'browser') await playwright('Browser tests', 'phone', 'desktop', 'inbox-*');
else if (only === 'engines')
  await playwright("Visitors' journeys in three engines", 'chromium-*', 'firefox-*', 'webkit-*');
else await playwright("Browser tests, and visitors' journeys in three engines", '*');
console.log(`\nEverything passed in ${seconds(began)}:\n${durations.join('\n')}`);

/** Takes these steps at once, and ends here unless all of them are good. */
async function take(...steps: Step[]): Promise<void> {
  const statuses = await Promise.all(steps.map(statusOf));
  const bad = statuses.find((status) => status !== 0);
  if (bad !== undefined) process.exit(bad);
}

async function statusOf([name, command, ...args]: Step): Promise<number> {
  const start = Date.now();
  console.log(`\n▸ ${name}`);
  const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const [status] = (await once(child, 'close')) as [number | null];
  durations.push(`${seconds(start).padStart(9)}  ${name}`);
  console.log(`${status === 0 ? '✓' : '✗'} ${name}, ${seconds(start)}`);
  return status ?? 1;
}

/** The projects are those of playwright.config.ts, unless the command line names its own. */
function playwright(name: string, ...projects: string[]): Promise<void> {
  const named = playwrightArguments.some((argument) => argument.startsWith('--project'));
  return take([
    name,
    'playwright',
    'test',
    ...(named ? [] : projects.map((project) => `--project=${project}`)),
    ...playwrightArguments,
  ]);
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
