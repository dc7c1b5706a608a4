/** Two servers on one PostgreSQL, as they stand behind a load balancer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { submissionPath } from '../contract/submission.ts';
import type { Db } from '../server/db/db.ts';
import { openDatabase } from '../server/db/open.ts';
import { sql } from '../server/db/sql.ts';
import { eachLead } from '../server/leads/find.ts';
import { writeDist } from './example-dist.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { newDatabase } from './shared-postgres.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

const dist = writeDist();
let databaseUrl: string;
let db: Db;
let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let servers: [ServerProcess, ServerProcess];

beforeEach(async () => {
  databaseUrl = await newDatabase();
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await Promise.all([db.close(), telegram.stop()]);
});

const start = (port = '0') =>
  startServerProcess(dist, {
    ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', RATE_LIMIT: 'off', PORT: port },
    ...{ TELEGRAM_BOT_TOKEN: '1:token', TELEGRAM_CHAT_ID: '-42', TELEGRAM_API_URL: telegram.url },
  });

async function startBoth() {
  // At once: the second finds the first one's migrations under way.
  servers = await Promise.all([start(), start()]);
  db = await openDatabase({ databaseUrl, dataDir: '' });
}

const send = (server: ServerProcess, name: string, key: string) =>
  fetch(server.url + submissionPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: 'Salom!' }),
  });

/** What a balancer with health checks and the page's own retry amount to: the other server is asked, same key. */
async function sendThroughBalancer(name: string, first: number): Promise<boolean> {
  const key = randomUUID();
  for (let attempt = 0; attempt < 6; attempt++) {
    const server = servers[(first + attempt) % 2] as ServerProcess;
    const answer = await send(server, name, key).catch(() => null);
    if (answer?.status === 201) return true;
  }
  return false;
}

/** Two visitors at a time, one after another, until told to stop. */
function startLoad() {
  const acknowledged: string[] = [];
  let turnedAway = 0;
  let number = 0;
  let stopped = false;
  const visitors = Array.from({ length: 2 }, async () => {
    while (!stopped) {
      const name = `Visitor ${++number}.`;
      if (await sendThroughBalancer(name, number)) acknowledged.push(name);
      else turnedAway++;
      // A start takes seconds: without pauses hundreds of leads would come in meanwhile.
      await sleep(100);
    }
  });
  return {
    /** Names of those who were told "sent". */
    acknowledged,
    /** Waits until so many more were told "sent". */
    more: (count: number) => {
      const goal = acknowledged.length + count;
      return vi.waitUntil(() => acknowledged.length >= goal, { timeout: 30_000, interval: 5 });
    },
    async stop() {
      stopped = true;
      await Promise.all(visitors);
      return turnedAway;
    },
  };
}

test('when one of them is restarted under load, every lead is stored and delivered once', async () => {
  await startBoth();
  const [first] = servers;
  const load = startLoad();
  await load.more(10);
  expect(await first.end('SIGTERM')).toBe(0);
  await load.more(10);
  servers[0] = await start(String(first.port));
  await load.more(10);
  expect(await load.stop()).toBe(0);

  const stored = (await Array.fromAsync(eachLead(db, {}))).map(({ name }) => name);
  expect(stored.sort()).toEqual([...load.acknowledged].sort());
  const pending = sql`select 1 from outbox where kind = 'lead' and state = 'pending'`;
  await vi.waitUntil(async () => (await db.all(pending)).length === 0, { timeout: 30_000 });
  const delivered = telegram.messages.map(({ text }) => /Visitor \d+\./.exec(text)?.[0] as string);
  expect(delivered.sort()).toEqual([...load.acknowledged].sort());
});
