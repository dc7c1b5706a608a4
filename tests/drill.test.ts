/** The short form of `npm run drill`: the same faults, fewer of them. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { Ground, Terrain } from '../scripts/drill/ground.ts';
import { formatRows } from '../scripts/drill/row.ts';
import { scenarios } from '../scripts/drill/scenarios.ts';

const terrain = new Terrain('example');
let ground: Ground;
afterAll(() => terrain[Symbol.asyncDispose]());
beforeEach(() => {
  ground = new Ground(terrain);
});
afterEach(() => ground[Symbol.asyncDispose]());

test.each([
  ['kill', 'kill -9 under load loses and doubles no lead'],
  ['store', 'a full disk or a locked database turns leads away and is recovered from without a restart'],
  ['postgres', 'a restart of PostgreSQL loses nothing'],
  ['servers', 'two servers on one PostgreSQL lose nothing and deliver once'],
  ['channels', 'a channel that is ill delays no other and gets everything in the end'],
  ['senders', 'slow, oversized and silent senders keep nobody else from being served'],
  ['strings', 'every naughty string is stored as sent or refused'],
  ['load', 'page views and submissions together make no error and no memory grow'],
])(
  '%s: %s',
  async (name) => {
    const rows = (await scenarios[name]?.short(ground)) ?? [];
    console.log(formatRows(rows));
    expect(rows.flatMap(({ broken }) => broken)).toEqual([]);
    expect(rows).not.toEqual([]);
  },
  120_000,
);
