/** Two servers on one PostgreSQL, as they stand behind a load balancer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { submissionPath } from '../contract/submission.ts';
import { tashkentDate } from '../contract/tashkent-time.ts';
import { openPostgresStore } from '../server/store/postgres.ts';
import type { Store } from '../server/store/store.ts';
import { writeDist } from './example-dist.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { newDatabase } from './shared-postgres.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

const dist = writeDist();
/** Far more than any step needs: eight processes may be sharing two cores with this test. */
const patienceMs = 60_000;
vi.setConfig({ testTimeout: 2 * patienceMs });
let databaseUrl: string;
let store: Store;
let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let servers: [ServerProcess, ServerProcess];

beforeEach(async () => {
  databaseUrl = await newDatabase();
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await Promise.all([store.close(), telegram.stop()]);
});

const start = (environment: Record<string, string>) =>
  startServerProcess(dist, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ...environment });

async function startBoth(environment: Record<string, string>) {
  // At once: the second finds the first one's migrations under way.
  servers = await Promise.all([start(environment), start(environment)]);
  store = await openPostgresStore(databaseUrl);
}

const send = (server: ServerProcess, name: string, key: string = randomUUID()) =>
  fetch(server.url + submissionPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: 'Salom!' }),
  });

/** True when the page was answered. */
const visit = (server: ServerProcess) =>
  fetch(server.url, { headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 12) Chrome/110.0.0.0' } }).then(
    async (page) => (await page.text()).includes('<html'),
    () => false,
  );

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

/** Four visitors at a time, one after another, until told to stop. */
function startLoad() {
  const acknowledged: string[] = [];
  let turnedAway = 0;
  let visits = 0;
  let number = 0;
  let stopped = false;
  const visitors = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      const name = `Visitor ${++number}.`;
      if (await visit(servers[number % 2] as ServerProcess)) visits++;
      if (await sendThroughBalancer(name, number)) acknowledged.push(name);
      else turnedAway++;
      // A start takes seconds on a busy machine: without pauses thousands of leads would come in meanwhile.
      await sleep(25);
    }
  });
  return {
    /** Names of those who were told "sent". */
    acknowledged,
    /** Waits until so many more were told "sent". */
    more: (count: number) => {
      const goal = acknowledged.length + count;
      return vi.waitUntil(() => acknowledged.length >= goal, { timeout: patienceMs, interval: 5 });
    },
    async stop() {
      stopped = true;
      await Promise.all(visitors);
      return { turnedAway, visits };
    },
  };
}

describe.each(['SIGTERM', 'SIGKILL'] as const)('when one of them is restarted by %s under load', (signal) => {
  const channel = () => ({
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    TELEGRAM_API_URL: telegram.url,
  });

  test('every lead that was acknowledged is stored once, and none but those', async () => {
    await startBoth({ RATE_LIMIT: 'off', ...(signal === 'SIGTERM' ? channel() : {}) });
    const [first] = servers;
    const load = startLoad();
    await load.more(40);
    const ended = await first.end(signal);
    await load.more(20);
    servers[0] = await start({ RATE_LIMIT: 'off', ...channel(), PORT: String(first.port) });
    await load.more(40);
    const { turnedAway, visits } = await load.stop();

    expect(ended).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL');
    expect(turnedAway).toBe(0);
    const stored = (await store.listLeads({})).map(({ name }) => name);
    expect(stored.sort()).toEqual([...load.acknowledged].sort());

    // Whoever is killed forgets the visits of some seconds; whoever is stopped writes them down first.
    const counted = async () =>
      (await store.figures.list(tashkentDate(new Date()))).visits.reduce((sum, { count }) => sum + count, 0);
    if (signal === 'SIGTERM')
      await vi.waitUntil(async () => (await counted()) === visits, { timeout: patienceMs });
    else expect(await counted()).toBeLessThanOrEqual(visits);

    // A process that is killed may have sent a message without writing it down; one that is stopped may not.
    await vi.waitUntil(async () => (await store.stats()).byChannel[0]?.pending === 0, {
      timeout: patienceMs,
    });
    const told = telegram.messages.map(({ text }) => /Visitor \d+\./.exec(text)?.[0] as string);
    expect(told.sort()).toEqual([...load.acknowledged].sort());
  });
});

test('a visitor is counted by both of them together', async () => {
  await startBoth({ RATE_LIMIT: '6/600' });
  const [first, second] = servers;
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) {
    for (const server of servers) statuses.push((await send(server, 'One visitor')).status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201]);
  for (const server of [first, second]) {
    const refused = await send(server, 'One visitor');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  expect(await store.listLeads({})).toHaveLength(6);
});
