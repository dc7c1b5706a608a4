import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteFile } from '../../server/store/open.ts';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import type { Crowd } from './crowd.ts';
import type { Ground } from './ground.ts';
import { type Row, seconds } from './row.ts';
import type { ServerProcess } from './server-process.ts';
import { hasty } from './timing.ts';
import { until } from './wait.ts';

type Trouble = {
  what: string;
  /** Put before the server's command. */
  inside?: string[];
  /** The data folder as the drill sees it, where that is not as the server sees it. */
  seen?: (server: ServerProcess, dataDir: string) => string;
  /** Why it cannot be made on this machine. */
  impossible?: string | undefined;
  /** Makes the trouble and returns what ends it. */
  begin(server: ServerProcess, dataDir: string): () => void;
};

/** SQLite's file cannot be written for a while: 503, nothing acknowledged that is not stored, no restart needed. */
export async function storeTrouble(ground: Ground, { refusals }: { refusals: number }): Promise<Row[]> {
  return Promise.all(
    [diskFull, fileLimit, locked].map(async (trouble): Promise<Row> => {
      const { what, impossible } = trouble;
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
  const meanwhile = await during(server, crowd, refusals);
  const endedAt = performance.now();
  end();
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

const privateMount = ['unshare', '--mount', '--map-root-user'];

/**
 * A small disk that only the server's process sees, and that is gone with it. Needs no root. 16 MB: the write-ahead
 * log alone takes 4 MB before it is emptied into the database (1,000 pages).
 */
const diskFull: Trouble = {
  what: 'Disk full (ENOSPC)',
  impossible:
    spawnSync(privateMount[0] as string, [...privateMount.slice(1), 'true']).status === 0
      ? undefined
      : 'it needs Linux and the right to make a mount namespace',
  inside: [...privateMount, 'sh', '-c', 'mount -t tmpfs -o size=16m drill "$0" && exec "$@"', '$DATA_DIR'],
  seen: (server, dataDir) => `/proc/${server.pid}/root${dataDir}`,
  begin(_server, dataDir) {
    const filler = join(dataDir, 'filler');
    const file = openSync(filler, 'w');
    const page = Buffer.alloc(4096);
    const fill = () => {
      try {
        while (writeSync(file, page) > 0);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    };
    fill();
    // A checkpoint may give a little room back.
    const again = setInterval(fill, 50);
    return () => {
      clearInterval(again);
      closeSync(file);
      rmSync(filler);
    };
  },
};

/**
 * The kernel refuses every write beyond the first 32 KB of any file (which the index of the write-ahead log needs
 * as a whole): neither the log nor the database can grow.
 */
const fileLimit: Trouble = {
  what: 'File size limit (EFBIG)',
  impossible: spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'it needs prlimit',
  begin(server) {
    const limit = (bytes: string) =>
      execFileSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:unlimited`]);
    limit('32768');
    return () => limit('unlimited');
  },
};

/** Another process (this one) holds the write lock for longer than the server is patient. */
const locked: Trouble = {
  what: 'Database locked',
  begin(_server, dataDir) {
    const other = new DatabaseSync(sqliteFile(dataDir), { timeout: 5000 });
    other.exec('begin immediate');
    return () => {
      other.exec('rollback');
      other.close();
    };
  },
};
