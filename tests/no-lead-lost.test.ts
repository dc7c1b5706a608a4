/** Crashes and full disks under load: every lead acknowledged with 201 is stored exactly once. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { submissionPath } from '#contract/addresses.ts';
import { openDatabase } from '#server/db/open.ts';
import { writeDist } from './example-dist.ts';
import { fastTempDir } from './fast-temp-dir.ts';
import { freePort } from './free-port.ts';
import { allLeads } from './leads.ts';
import { startPostgres } from './postgres.ts';
import { type ServerProcess, startProcess, startServerProcess } from './processes.ts';
import { newDatabase } from './shared-postgres.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

const dist = writeDist();
let dataDir: string;
let databaseUrl: string | null;
let servers: ServerProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(fastTempDir(), 'no-lead-lost-'));
  databaseUrl = null;
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  rmSync(dataDir, { recursive: true });
});

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  const settings = { ...place, RATE_LIMIT: 'off', LOG_LEVEL: 'error', ...environment };
  const server = await startServerProcess(dist, settings);
  servers.push(server);
  return server;
}

async function startTelegram() {
  const telegram = await startTelegramStandIn({
    token: '1:token',
    chatId: '-42',
    messagesPerMinute: 1000,
  });
  onTestFinished(() => telegram.stop());
  const settings = { TELEGRAM_BOT_TOKEN: '1:token', TELEGRAM_CHAT_ID: '-42', TELEGRAM_API_URL: telegram.url };
  const namesIn = () => telegram.messages.map(({ text }) => /Visitor \d+\./.exec(text)?.[0] as string);
  return { settings, namesIn };
}

/** The status of the response, or 0 without one. */
const send = (url: string, name: string): Promise<number> =>
  fetch(url + submissionPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
    body: JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: `Salom! ${name}` }),
  }).then(
    ({ status }) => status,
    () => 0,
  );

async function storedNames(): Promise<string[]> {
  const db = await openDatabase({ dataDir, databaseUrl });
  const leads = await allLeads(db);
  await db.close();
  return leads.map(({ name }) => name).sort();
}

type Load = { sent: string[]; acknowledged: string[]; ended: Promise<Set<number>> };

/** Ten clients, each sending leads until one is not acknowledged. `ended` resolves to the statuses they ended with. */
async function startLoad({ url }: ServerProcess): Promise<Load> {
  const sent: string[] = [];
  const acknowledged: string[] = [];
  const visit = async () => {
    for (;;) {
      const name = randomUUID();
      sent.push(name);
      const status = await send(url, name);
      if (status !== 201) return status;
      acknowledged.push(name);
    }
  };
  const ended = Promise.all(Array.from({ length: 10 }, visit)).then((statuses) => new Set(statuses));
  await vi.waitUntil(() => acknowledged.length >= 50, { timeout: 20_000, interval: 1 });
  return { sent, acknowledged, ended };
}

/** Resends everything, including acknowledged leads, with the same idempotency keys. */
async function expectEachStoredOnce({ url }: ServerProcess, { sent, acknowledged }: Load): Promise<void> {
  expect(await storedNames()).toEqual(expect.arrayContaining(acknowledged));
  const statuses = await Promise.all(sent.map((name) => send(url, name)));
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await storedNames()).toEqual(sent.sort());
}

test.each([
  ['SQLite', async () => null],
  ['PostgreSQL', () => newDatabase()],
])('kill -9 of the server, on %s', async (_, database) => {
  databaseUrl = await database();
  const server = await start();
  const load = await startLoad(server);
  await server.end('SIGKILL');
  expect(await load.ended).toEqual(new Set([0]));
  await expectEachStoredOnce(await start(), load);
});

test('with a full disk leads are answered with 503 until there is room again', async () => {
  const server = await start();
  const load = await startLoad(server);
  // Limits files to 32 KB, which the database's log already exceeds. Unlike mounting a small disk, this needs no root.
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:unlimited`]);
  limitFiles('32768');
  expect(await load.ended).toEqual(new Set([503]));
  expect((await fetch(server.url)).status).toBe(200);

  limitFiles('unlimited');
  await expectEachStoredOnce(server, load);
});

test('a log that cannot be written stops nothing', async () => {
  const telegram = await startTelegram();
  const log = existsSync('/dev/full') ? openSync('/dev/full', 'w') : openSync(devNull, 'r');
  onTestFinished(() => closeSync(log));
  const port = String(await freePort());
  const settings = { HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, ...telegram.settings };
  const server = startProcess('server/main.ts', settings, [dist], log);
  const url = `http://127.0.0.1:${port}`;
  await vi.waitUntil(async () => (await send(url, 'Visitor 1.')) === 201, { timeout: 20_000 });
  await vi.waitUntil(() => telegram.namesIn().length === 1, { timeout: 20_000 });
  expect((await fetch(url)).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.output()).toBe('');
});

test('a crash and restart of PostgreSQL', async () => {
  const postgres = await startPostgres({ durable: true });
  onTestFinished(() => postgres.stop());
  databaseUrl = postgres.url;
  const server = await start();
  const load = await startLoad(server);
  await postgres.halt('SIGQUIT');
  expect(await load.ended).toEqual(new Set([503]));

  await postgres.resume();
  await expectEachStoredOnce(server, load);
});

test('two servers on one PostgreSQL, of which one is restarted: every lead is stored and delivered once', async () => {
  databaseUrl = await newDatabase();
  const telegram = await startTelegram();
  // Started together, so that the second one meets the first one's migrations.
  let [first, second] = await Promise.all([start(telegram.settings), start(telegram.settings)]);
  let number = 0;
  const sent: string[] = [];
  /** Like a load balancer: if one server does not answer, retries on the other with the same key. */
  const sendTen = () =>
    Promise.all(
      Array.from({ length: 10 }, async () => {
        const name = `Visitor ${++number}.`;
        sent.push(name);
        const urls = number % 2 ? [first.url, second.url] : [second.url, first.url];
        for (const url of urls) if ((await send(url, name)) === 201) return;
        expect.fail(`${name} was turned away`);
      }),
    );
  await sendTen();
  const [ended] = await Promise.all([first.end('SIGTERM'), sendTen()]);
  expect(ended).toBe(0);
  first = await start({ ...telegram.settings, PORT: String(first.port) });
  await sendTen();
  await vi.waitUntil(() => telegram.namesIn().length >= 30, { timeout: 30_000 });
  await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
  expect(telegram.namesIn().sort()).toEqual(sent.sort());
  expect(await storedNames()).toEqual(sent);
});
