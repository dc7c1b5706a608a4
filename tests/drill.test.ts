/** The short form of `npm run drill`: the same faults, fewer of them. */
import { afterAll, expect, test } from 'vitest';
import { Ground, Terrain } from '../scripts/drill/ground.ts';
import { formatRows } from '../scripts/drill/row.ts';
import { type ScenarioName, scenarios } from '../scripts/drill/scenarios.ts';

const terrain = new Terrain('example');
afterAll(() => terrain[Symbol.asyncDispose]());

async function drill(name: ScenarioName) {
  await using ground = new Ground(terrain);
  const rows = await scenarios[name].short(ground);
  expect(rows.flatMap(({ broken }) => broken)).toEqual([]);
  expect(rows.length, formatRows(rows)).toBeGreaterThan(0);
}

/** Waits inside have limits of their own; this one is for a machine that is busy with everything else. */
const patience = 240_000;

// Two servers on one PostgreSQL, restarted and killed, are tests/two-servers.test.ts's, which also counts the visits.
test.each<[ScenarioName, string]>([
  ['kill', 'kill -9 under load loses no lead and stores none twice'],
  ['postgres', 'a restart of PostgreSQL loses nothing'],
])('%s: %s', (name) => drill(name), patience);

/** These mostly wait, so they may do it together. */
const waiting: [ScenarioName, string][] = [
  ['store', 'a full disk or a locked database turns leads away, and no restart is needed afterwards'],
  ['channels', 'a channel that is ill delays no other and gets everything in the end'],
  ['bot', 'Telegram that answers all but one kind of call loses no lead and no press'],
  ['senders', 'slow, oversized and silent senders keep nobody else from being served'],
  ['strings', 'every naughty string is stored as sent or refused'],
  ['load', 'page views and submissions together make no error, and the memory does not grow'],
];
test.concurrent.each(waiting)('%s: %s', (name) => drill(name), patience);
