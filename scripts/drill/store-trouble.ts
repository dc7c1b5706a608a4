import { cpSync } from 'node:fs';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import type { Crowd } from './crowd.ts';
import type { Ground } from './ground.ts';
import { type Row, seconds } from './row.ts';
import type { ServerProcess } from './server-process.ts';
import { hasty } from './timing.ts';
import { diskFull, fileLimit, locked, type Trouble } from './troubles.ts';
import { until } from './wait.ts';

/** SQLite's file cannot be written for a while: 503, nothing acknowledged that is not stored, no restart needed. */
export async function storeTrouble(ground: Ground, { refusals }: { refusals: number }): Promise<Row[]> {
  return Promise.all(
    [diskFull, fileLimit, locked].map(async (trouble): Promise<Row> => {
      const { what } = trouble;
      const impossible = trouble.impossible?.();
      if (impossible) return { what, remarks: [`not possible here: ${impossible}`], broken: [] };
      return endure(ground, trouble, refusals);
    }),
  );
}

async function endure(ground: Ground, trouble: Trouble, refusals: number): Promise<Row> {
  const { what, inside = [], seen = (_, dataDir) => dataDir } = trouble;
  const dataDir = ground.folder();
  const telegram = await ground.telegram();
  const environment = { DATA_DIR: dataDir, ...telegram.environment };
  const server = await ground.server(environment, {
    timing: hasty,
    inside: inside.map((word) => word.replace('$DATA_DIR', dataDir)),
  });
  const folder = seen(server, dataDir);
  const crowd = ground.crowd([server]);
  await crowd.acknowledgedAgain();

  const end = trouble.begin(server, folder);
  const meanwhile = await during(server, crowd, refusals).finally(end);
  const endedAt = performance.now();
  const recovered = [await crowd.acknowledgedAgain(endedAt)];
  await until('health', async () => (await ask(`${server.url}/healthz`)).status === 200);
  await crowd.leave();
  await until('Telegram', () => new Set(telegram.names()).size >= crowd.acknowledged.size).catch(() => {});
  const store = await ground.store({ dataDir: copyOf(folder, ground), databaseUrl: null });
  const found = await audit({ crowd, store, servers: [server], channels: { Telegram: telegram.names } });
  await server.stop();
  return {
    what,
    ...found,
    recovered,
    remarks: [
      `${crowd.answered(503)} submissions were answered with 503`,
      `${meanwhile.pages} pages were answered meanwhile, the slowest in ${seconds(meanwhile.slowest)}`,
    ],
    broken: [...found.broken, ...meanwhile.broken],
  };
}

/**
 * The database as it is on disk, the server at rest. Not opened in place: SQLite follows the link /proc/…/root by
 * itself, by name, and would end up outside the mount.
 */
function copyOf(dataDir: string, ground: Ground): string {
  const copy = ground.folder();
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/** Until that many visitors were told "not now" and the health check tells it too. Pages must not suffer. */
async function during(server: ServerProcess, crowd: Crowd, refusals: number) {
  const before = crowd.answered(503);
  const broken: string[] = [];
  let pages = 0;
  let slowest = 0;
  await until('503', async () => {
    const began = performance.now();
    const { status } = await ask(server.url);
    if (status !== 200) broken.push(`a page was answered with ${status}`);
    slowest = Math.max(slowest, performance.now() - began);
    pages += 1;
    return crowd.answered(503) >= before + refusals;
  });
  await until('health', async () => (await ask(`${server.url}/healthz`)).status === 503);
  return { pages, slowest, broken };
}
