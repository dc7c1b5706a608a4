/** What can happen to the file that holds the leads. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteFile } from '../../server/store/open.ts';
import type { ServerProcess } from './server-process.ts';

export type Trouble = {
  what: string;
  /** Put before the server's command. */
  inside?: string[];
  /** The data folder as the drill sees it, where that is not as the server sees it. */
  seen?: (server: ServerProcess, dataDir: string) => string;
  /** Why it cannot be made on this machine, if so. */
  impossible?(): string | null;
  /** Makes the trouble and returns what ends it. */
  begin(server: ServerProcess, dataDir: string): () => void;
};

const privateMount = ['--mount', '--map-root-user'];

/**
 * A small disk that only the server's process sees, and that is gone with it. Needs no root. 16 MB: the write-ahead
 * log alone takes 4 MB before it is emptied into the database (1,000 pages).
 */
export const diskFull: Trouble = {
  what: 'Disk full (ENOSPC)',
  impossible() {
    const mounted = spawnSync('unshare', [...privateMount, 'mount', '-t', 'tmpfs', 'drill', tmpdir()]);
    return mounted.status === 0 ? null : 'it needs Linux and the right to mount in a namespace of its own';
  },
  inside: [
    'unshare',
    ...privateMount,
    'sh',
    '-c',
    'mount -t tmpfs -o size=16m drill "$0" && exec "$@"',
    '$DATA_DIR',
  ],
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
export const fileLimit: Trouble = {
  what: 'File size limit (EFBIG)',
  impossible: () => (spawnSync('prlimit', ['--version']).status === 0 ? null : 'it needs prlimit'),
  begin(server) {
    const limit = (bytes: string) =>
      execFileSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:unlimited`]);
    limit('32768');
    return () => limit('unlimited');
  },
};

/** Another process (this one) holds the write lock for longer than the server is patient. */
export const locked: Trouble = {
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
