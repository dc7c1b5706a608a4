/** What is measured, each in a process of its own, as visitors meet them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf } from './child.ts';

const root = join(import.meta.dirname, '../..');

export type Served = { url: string; port: number; stop(): Promise<void> };

/** The built site by its own server, with an empty store; nothing of the developer's own settings reaches it. */
export const serveSite = (): Promise<Served> => serveWith('server/main.ts');

/** The same, which does not count a visit that says `X-Count: no`. */
export const serveCountedOrNot = (): Promise<Served> => serveWith('scripts/bench/counted-or-not.ts');

async function serveWith(program: string): Promise<Served> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const url = `http://localhost:${port}`;
  const known = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm);
  const settings = {
    ...Object.fromEntries([...known].map(([, name]) => [name, ''])),
    PORT: String(port),
    DATA_DIR: dataDir,
    SITE_URL: url,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  };
  const stop = await start([program], settings, url);
  return {
    url,
    port,
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function serveReference(): Promise<Served> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const stop = await start(['scripts/bench/reference.ts', String(port)], {}, url);
  return { url, port, stop };
}

/** The site's landing page by `node:http` alone. */
export async function serveBare(site: Served): Promise<Served> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const stop = await start(['scripts/bench/bare.ts', String(port), `${site.url}/`], {}, url);
  return { url, port, stop };
}

async function start(args: string[], env: Record<string, string>, url: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = endOf(child);
  await answers(url, child);
  return stop;
}

/** Ten seconds: the server compresses every page before it listens. */
export async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
