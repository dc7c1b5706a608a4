import { bot } from './bot.ts';
import { channels } from './channels.ts';
import type { Ground } from './ground.ts';
import { kill } from './kill.ts';
import { load } from './load.ts';
import { postgresRestart } from './postgres-restart.ts';
import type { Row } from './row.ts';
import { senders } from './senders.ts';
import { storeTrouble } from './store-trouble.ts';
import { strings } from './strings.ts';
import { hasty } from './timing.ts';
import { twoServers } from './two-servers.ts';

/** `full` is `npm run drill`, some ten minutes; `short` is a part of `npm test`, some seconds each. */
type Scenario = {
  full: (ground: Ground) => Promise<Row[]>;
  short: (ground: Ground) => Promise<Row[]>;
};

export const scenarios = {
  kill: sizes(kill, {
    // With the usual timing: what a killed process was sending is free after half a minute.
    full: { databases: ['SQLite', 'PostgreSQL'], kills: 30 },
    // On PostgreSQL: tests/two-servers.test.ts.
    short: { databases: ['SQLite'], kills: 2, timing: hasty },
  }),
  store: sizes(storeTrouble, { full: { refusals: 20 }, short: { refusals: 3 } }),
  postgres: sizes(postgresRestart, {
    full: { outagesMs: [0, 0, 500, 500, 2000, 2000, 8000, 0, 500, 2000] },
    short: { outagesMs: [200, 0] },
  }),
  servers: sizes(twoServers, { full: { restarts: 10, kills: 10 }, short: { restarts: 1, kills: 1 } }),
  channels: sizes(channels, {
    full: { databases: ['SQLite', 'PostgreSQL'], illnessesEach: Number.POSITIVE_INFINITY },
    short: { databases: ['SQLite'], illnessesEach: 1 },
  }),
  bot: sizes(bot, { full: { databases: ['SQLite', 'PostgreSQL'] }, short: { databases: ['SQLite'] } }),
  senders: sizes(senders, { full: { each: 100, toTheEnd: true }, short: { each: 30, toTheEnd: false } }),
  strings: sizes(strings, {
    full: { databases: ['SQLite', 'PostgreSQL'], ways: ['JSON', 'a plain form'], deliver: true },
    short: { databases: ['SQLite'], ways: ['JSON'], deliver: false },
  }),
  load: sizes(load, {
    full: {
      databases: ['SQLite', 'PostgreSQL'],
      forMs: 150_000,
      viewsPerSecond: 300,
      visitors: 20,
      memoryRatio: 1.15,
    },
    short: { databases: ['SQLite'], forMs: 4000, viewsPerSecond: 100, visitors: 10, memoryRatio: 1.3 },
  }),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

function sizes<Size>(
  run: (ground: Ground, size: Size) => Promise<Row[]>,
  { full, short }: { full: Size; short: Size },
): Scenario {
  return { full: (ground) => run(ground, full), short: (ground) => run(ground, short) };
}
