/** What is measured, each in a process of its own, as visitors meet them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StorePlace } from '../../server/store/open.ts';
import { endOf } from './child.ts';

/** Some seconds after its start the server looks for better compressions, which takes some more. */
const settledAfterMs = 13_000;

const root = join(import.meta.dirname, '../..');

export type Served = { url: string; port: number; stop(): Promise<void> };

/** The built site by its own server, with an empty store. */
export const serveSite = (): Promise<Served> => serveWith('server/main.ts');

/** The same, which does not count a visit that says `X-Count: no`. */
export const serveCountedOrNot = (): Promise<Served> => serveWith('scripts/bench/counted-or-not.ts');

/** A program of ours that serves the site; nothing of the developer's own settings reaches it. */
export async function serveWith(
  program: string,
  place?: StorePlace,
): Promise<Served & { child: ChildProcess }> {
  const port = await freePort();
  const ownData = mkdtempSync(join(tmpdir(), 'bench-'));
  const url = `http://localhost:${port}`;
  const known = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm);
  const settings = {
    ...Object.fromEntries([...known].map(([, name]) => [name, ''])),
    PORT: String(port),
    DATA_DIR: place?.dataDir ?? ownData,
    DATABASE_URL: place?.databaseUrl ?? '',
    SITE_URL: url,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  };
  const { child, stop } = await start([program], settings, url);
  await sleep(settledAfterMs);
  return {
    ...{ url, port, child },
    async stop() {
      await stop();
      rmSync(ownData, { recursive: true, force: true });
    },
  };
}

export async function serveReference(): Promise<Served> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { stop } = await start(['scripts/bench/reference.ts', String(port)], {}, url);
  return { url, port, stop };
}

/** The site's landing page by `node:http` alone. */
export async function serveBare(site: Served): Promise<Served> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { stop } = await start(['scripts/bench/bare.ts', String(port), `${site.url}/`], {}, url);
  return { url, port, stop };
}

async function start(args: string[], env: Record<string, string>, url: string) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = endOf(child);
  await answers(url, child);
  return { child, stop };
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
