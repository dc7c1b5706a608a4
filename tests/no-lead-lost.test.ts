/** Faults under load: a lead that was answered with 201 is stored, and stored once. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { submissionPath } from '../contract/submission.ts';
import { openDatabase } from '../server/db/open.ts';
import { sql } from '../server/db/sql.ts';
import { eachLead } from '../server/leads/find.ts';
import { writeDist } from './example-dist.ts';
import { startPostgres } from './postgres.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { newDatabase } from './shared-postgres.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

const dist = writeDist();
/** For processes that start on a busy machine. */
const patience = { timeout: 60_000 };
let dataDir: string;
let databaseUrl: string | null;
let server: ServerProcess;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'no-lead-lost-'));
  databaseUrl = null;
});
afterEach(async () => {
  await server.end('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

async function start(environment: Record<string, string> = {}): Promise<void> {
  server = await startServerProcess(dist, {
    ...environment,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  });
}

/** The status of the answer, or 0 without one. */
const send = (name: string): Promise<number> =>
  fetch(server.url + submissionPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
    body: JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: 'Salom!' }),
  }).then(
    ({ status }) => status,
    () => 0,
  );

/** Ten visitors. Each sends one lead after another until one is not acknowledged. */
async function startLoad() {
  const acknowledged: string[] = [];
  const failed: { name: string; status: number }[] = [];
  const visit = async () => {
    for (;;) {
      const name = randomUUID();
      const status = await send(name);
      if (status !== 201) return failed.push({ name, status });
      acknowledged.push(name);
    }
  };
  const over = Promise.all(Array.from({ length: 10 }, visit));
  await vi.waitUntil(() => acknowledged.length >= 50, { timeout: 20_000, interval: 1 });
  return {
    acknowledged,
    /** The statuses that ended the visits. */
    async end(): Promise<number[]> {
      await over;
      return [...new Set(failed.map(({ status }) => status))];
    },
    sent: () => [...acknowledged, ...failed.map(({ name }) => name)],
  };
}

type Load = Awaited<ReturnType<typeof startLoad>>;

async function storedNames(): Promise<string[]> {
  const db = await openDatabase({ dataDir, databaseUrl });
  const leads = await Array.fromAsync(eachLead(db, {}));
  await db.close();
  return leads.map(({ name }) => name);
}

/** Sends everything again under the same keys, including what was acknowledged. */
async function expectEachStoredOnce(...loads: Load[]): Promise<void> {
  const acknowledged = loads.flatMap((load) => load.acknowledged);
  expect(await storedNames()).toEqual(expect.arrayContaining(acknowledged));
  const sent = loads.flatMap((load) => load.sent());
  const statuses = await Promise.all(sent.map(send));
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect((await storedNames()).sort()).toEqual(sent.sort());
}

test.each([
  ['SQLite', async () => null],
  ['PostgreSQL', () => newDatabase()],
])('kill -9 of the server: %s', async (_, database) => {
  databaseUrl = await database();
  const loads: Load[] = [];
  for (let kills = 0; kills < 2; kills++) {
    await start();
    const load = await startLoad();
    await server.end('SIGKILL');
    expect(await load.end()).toEqual([0]);
    loads.push(load);
  }
  await start();
  await expectEachStoredOnce(...loads);
});

test('a full disk is answered with 503 until there is room again', async () => {
  await start();
  const load = await startLoad();
  // Files cannot grow beyond 32 KB, which the database's log already exceeds. Unlike a small disk it needs no root.
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:unlimited`]);
  limitFiles('32768');
  expect(await load.end()).toEqual([503]);
  expect((await fetch(server.url)).status).toBe(200);

  limitFiles('unlimited');
  await expectEachStoredOnce(load);
});

test('a crash and restart of PostgreSQL', async () => {
  const postgres = await startPostgres({ durable: true });
  onTestFinished(() => postgres.stop());
  databaseUrl = postgres.url;
  await start();
  const load = await startLoad();
  await postgres.halt('SIGQUIT');
  expect(await load.end()).toEqual([503]);

  await postgres.resume();
  await expectEachStoredOnce(load);
});

test('kill -9 in the middle of a delivery: the next process delivers it once the lease has ended', async () => {
  const telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  onTestFinished(() => telegram.stop());
  const environment = {
    ...{ TELEGRAM_BOT_TOKEN: '1:token', TELEGRAM_CHAT_ID: '-42', TELEGRAM_API_URL: telegram.url },
    TELEGRAM_BUTTONS: 'off',
  };
  telegram.behave('hang');
  await start(environment);
  expect(await send('Visitor')).toBe(201);
  await vi.waitUntil(() => telegram.requests.some(({ path }) => path.endsWith('/sendMessage')), patience);
  await server.end('SIGKILL');

  telegram.behave('accept');
  const db = await openDatabase({ dataDir, databaseUrl });
  expect(await db.run(sql`update outbox set leased_until = '2026-11-01T00:00:00.000Z'`)).toBe(1);
  await db.close();
  await start(environment);
  await vi.waitUntil(() => telegram.messages.length > 0, patience);
  expect(telegram.messages.map(({ text }) => text)).toEqual([expect.stringContaining('Visitor')]);
});
