import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { audit } from './audit.ts';
import type { Ground } from './ground.ts';
import type { Row } from './row.ts';
import { hasty } from './timing.ts';
import { between } from './wait.ts';

/** PostgreSQL goes away in mid-load, by order or in a crash, and comes back: leads wait or are told "not now". */
export async function postgresRestart(
  ground: Ground,
  { outagesMs }: { outagesMs: number[] },
): Promise<Row[]> {
  const place = await ground.place('PostgreSQL');
  const database = await ground.postgres();
  const telegram = await ground.telegram();
  const server = await ground.server({ ...place.environment, ...telegram.environment }, { timing: hasty });
  const crowd = ground.crowd([server]);
  const recovered: number[] = [];
  for (const [round, outageMs] of outagesMs.entries()) {
    await crowd.acknowledgedAgain();
    await sleep(between(0, 1000));
    if (round % 2 === 1) await crash(place.environment.DATABASE_URL as string);
    await database.halt();
    await sleep(outageMs);
    await database.resume();
    recovered.push(await crowd.acknowledgedAgain());
  }
  await crowd.leave();
  const found = await audit({
    ...{ crowd, store: await place.open(), servers: [server], channels: { Telegram: telegram.names } },
  });
  await server.stop();
  return [
    {
      what: 'PostgreSQL restarted',
      ...found,
      recovered,
      remarks: [
        `${outagesMs.length} outages of ${Math.min(...outagesMs)} to ${Math.max(...outagesMs)} ms, every second one a crash`,
        `${crowd.answered(503)} submissions were answered with 503, the others waited`,
      ],
    },
  ];
}

/** An immediate shutdown: nothing is written down any more, the next start recovers from the log. */
async function crash(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql`show data_directory`;
  await sql.end();
  const [pid] = readFileSync(join(row?.data_directory, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGQUIT');
}
