/**
 * `npm run drill`: the service under load and under fire, some ten minutes; `npm run drill -- kill load` only
 * those scenarios. Ends with 1 when a promise was broken. A short form of it is in `npm test`.
 */
import { join } from 'node:path';
import { Ground, Terrain } from './drill/ground.ts';
import { formatRows, type Row, seconds } from './drill/row.ts';
import { type ScenarioName, scenarioNames, scenarios } from './drill/scenarios.ts';
import { buildIfNeeded } from './manifest.ts';

process.chdir(join(import.meta.dirname, '..'));
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in scenarios));
if (unknown) fail(`Unknown scenario "${unknown}". Available: ${scenarioNames.join(', ')}.`);
const chosen = asked.length > 0 ? (asked as ScenarioName[]) : scenarioNames;
buildIfNeeded();

const running = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    console.log('\nStopping what the drill has started…');
    running.disposeAsync().finally(() => process.exit(130));
  });
}

const terrain = running.use(new Terrain('built'));
const rows: Row[] = [];
for (const name of chosen) {
  const began = performance.now();
  process.stdout.write(`${name}… `);
  const outcome = await run(name);
  rows.push(...outcome);
  const kept = outcome.every(({ broken }) => broken.length === 0);
  console.log(`${kept ? 'kept' : 'BROKEN'}, ${seconds(performance.now() - began)}`);
}
await running.disposeAsync();
console.log(`\n${formatRows(rows)}`);
process.exit(rows.some(({ broken }) => broken.length > 0) ? 1 : 0);

async function run(name: ScenarioName): Promise<Row[]> {
  const ground = running.use(new Ground(terrain));
  try {
    return await scenarios[name].full(ground);
  } catch (error) {
    return [{ what: name, remarks: [], broken: [(error as Error).message] }];
  } finally {
    await ground[Symbol.asyncDispose]();
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
