/** The real program on a real socket against whatever anyone may send: it answers cleanly or hangs up, and lives. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { METHODS } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inboxApiPath } from '../contract/inbox.ts';
import { submissionPath } from '../contract/submission.ts';
import { newAddressToken } from '../server/inbox/sign-in.ts';
import { openStore } from '../server/store/open.ts';
import { writeDist } from './example-dist.ts';
import {
  ambiguous,
  exhausting,
  exhaustingInbox,
  inboxOrigin,
  oversized,
  randomRequests,
  wanderingTargets,
} from './hostile-requests.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { answerTo, exchange, exchangeInPieces, statusesIn, trickle } from './raw-socket.ts';
import { startMailStandIn } from './stand-ins/mail.ts';

let server: ServerProcess;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
/** What the cookie of one who is signed in holds. */
let session: string;
let dataDir: string;
let slowSenders: Promise<string>[];
let memoryBefore: number;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));
  mail = await startMailStandIn();
  server = await startServerProcess(writeDist(), {
    ...{ DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    // So that what a stranger writes into X-Forwarded-For is read as well.
    TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    // So that there is an inbox, and codes have somewhere to go.
    ...{ SITE_URL: inboxOrigin, SMTP_URL: mail.url, MAIL_TO: 'owner@example.uz' },
  });
  session = await signIn();
  // They are cut off after ten seconds; the other tests go on beside them.
  slowSenders = [
    trickle(
      server.port,
      'GET / HTTP/1.1\r\nHost: x\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      400,
    ),
    trickle(server.port, 'X', 400),
  ];
  for (const request of randomRequests(300)) await exchange(server.port, request);
  memoryBefore = residentMegabytes();
});
afterAll(async () => {
  await server.end('SIGTERM');
  await mail.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function signIn(): Promise<string> {
  const store = await openStore({ dataDir, databaseUrl: null });
  const token = await newAddressToken(store.signIn);
  await store.close();
  const headers = { Origin: inboxOrigin, 'Content-Type': 'application/json' };
  const ask = (method: string, path: string, body: object, cookie = '') =>
    fetch(server.url + inboxApiPath + path, {
      method,
      headers: { ...headers, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const entered = await ask('POST', '/session', { token });
  const [, secret = ''] = /__Host-inbox-session=([\w-]+)/.exec(entered.headers.getSetCookie().join()) ?? [];
  const cookie = `__Host-inbox-session=${secret}`;
  expect((await ask('PUT', '/me', { name: 'Nodira' }, cookie)).status).toBe(200);
  // What is searched is searched in a thread of its own, which takes its memory with the first search.
  await (await fetch(`${server.url}${inboxApiPath}/leads?q=a`, { headers: { Cookie: cookie } })).text();
  return secret;
}

function residentMegabytes(): number {
  // A slim Linux has no `ps`, others have no /proc.
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' });
  return Number(kilobytes) / 1024;
}

const request = (method: string, target: string, ...headers: string[]) =>
  [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

/** An answer below 500, several of them to several requests, or silence: never the server's own failure. */
function expectClean(sent: string, heard: string): void {
  const failures = statusesIn(heard).filter((status) => status >= 500);
  if (failures.length > 0 || (heard !== '' && !heard.startsWith('HTTP/1.1 '))) {
    expect.fail(`${JSON.stringify(sent)} was answered with ${JSON.stringify(heard.slice(0, 300))}`);
  }
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

test.each(Object.entries(ambiguous))(
  '%s is refused, and nothing after it is taken for a request',
  async (_, sent) => {
    expect(statusesIn(await exchange(server.port, sent))).toEqual([400]);
  },
);

test.each(Object.entries(oversized))('%s is refused', async (_, sent) => {
  expect([[413], [431]]).toContainEqual(statusesIn(await exchange(server.port, sent)));
});

test.each(wanderingTargets)('%s leads nowhere', async (target) => {
  const [page, ...apis] = await Promise.all([
    exchange(server.port, request('GET', target)),
    exchange(server.port, request('GET', `/rest/v1${target}`)),
    exchange(server.port, request('GET', inboxApiPath + target)),
  ]);
  expect(statusesIn(page)).toEqual([404]);
  // 400 where Hono does not even look for a route.
  for (const api of apis) expect([[400], [401], [404]]).toContainEqual(statusesIn(api));
  for (const heard of [page, ...apis]) expect(heard).not.toMatch(/root:|secret|"sources"|X: y/);
});

test.each([
  '/rest/v1/contact%5fsubmissions',
  '/rest/v1/./contact_submissions',
  `/rest/x/../..${submissionPath}`,
])('%s takes no leads', async (target) => {
  const lead = '{"name":"a","phone":"b","message":"c"}';
  const sent = request('POST', target, `Content-Length: ${lead.length}`) + lead;
  expect(statusesIn(await exchange(server.port, sent))).toEqual([404]);
});

test('every method on every kind of address is answered below 500', async () => {
  const targets = [
    '/',
    '/?lang=en',
    '/nowhere',
    '/assets/main-abc123.js',
    '/healthz',
    '/rest',
    submissionPath,
    '/inbox',
    '/inbox/leads/K7Q2-9F3D',
    ...['', '/door', '/codes', '/session', '/me', '/leads', '/leads.csv', '/live'].map(
      (path) => inboxApiPath + path,
    ),
  ];
  const all = METHODS.flatMap((method) =>
    targets.map((target) => request(method, target, 'Content-Length: 0')),
  );
  await inParallel(all, async (sent) => expectClean(sent, await exchange(server.port, sent)));
  for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND']) {
    const heard = await exchange(server.port, request(method, '/', 'Content-Length: 0'));
    expect(heard).toMatch(/^HTTP\/1\.1 405 .*\r\n(?:.+\r\n)*Allow: GET, HEAD\r\n/);
  }
});

test('four thousand random requests are answered below 500 or not at all', { timeout: 60_000 }, async () => {
  await inParallel(randomRequests(4000), async (sent) =>
    expectClean(sent, await exchange(server.port, sent)),
  );
});

describe('another visitor is answered meanwhile', () => {
  /** Milliseconds a visitor waits for a page, one visit after the other until `over`. */
  async function waits(over: (visits: number) => boolean): Promise<number[]> {
    const times: number[] = [];
    while (!over(times.length)) {
      const began = performance.now();
      // A browser keeps its half open: who closes it, and is not answered in the same round, is given up on by Node.
      expect((await answerTo(server.port, request('GET', '/'))).status).toBe(200);
      times.push(performance.now() - began);
    }
    return times;
  }
  const mean = (times: number[]) => times.reduce((sum, time) => sum + time, 0) / times.length;
  /**
   * A mean and a wide bound, because other tests share the machine. What reads its input once is at 1 to 20; an
   * expression that backtracks holds everybody up for seconds, which is thousands.
   */
  const patience = 100;
  let quiet: number;
  beforeAll(async () => {
    await waits((visits) => visits === 100);
    quiet = mean(await waits((visits) => visits === 200));
  });

  async function expectPatience(hostile: () => Promise<unknown>): Promise<void> {
    let ended = false;
    const attack = Promise.all(Array.from({ length: 16 }, hostile)).finally(() => {
      ended = true;
    });
    const times = await waits((visits) => ended && visits >= 20);
    await attack;
    expect(mean(times) / quiet).toBeLessThan(patience);
  }

  test.each(Object.entries(exhausting))('by %s', async (_, sent) => {
    await expectPatience(async () => expectClean(sent, await exchange(server.port, sent)));
  });

  test.each(Object.entries(exhaustingInbox))('at the inbox by %s', async (_, sentWith) => {
    const sent = sentWith(session);
    await expectPatience(async () => expectClean(sent, await exchange(server.port, sent)));
  });

  test('by requests that come byte by byte', async () => {
    await expectPatience(() =>
      exchangeInPieces(server.port, [...request('GET', '/', 'X: \xd0 b'.repeat(20))]),
    );
  });
});

test('bodies in chunks of one byte take no more memory than others', { timeout: 60_000 }, async () => {
  const before = residentMegabytes();
  let most = before;
  let ended = false;
  const sent = `${request('POST', submissionPath, 'Transfer-Encoding: chunked')}${'1\r\na\r\n'.repeat(65_000)}0\r\n\r\n`;
  const attack = Promise.all(
    Array.from({ length: 8 }, async () => expectClean(sent, await exchange(server.port, sent))),
  ).finally(() => {
    ended = true;
  });
  while (!ended) {
    most = Math.max(most, residentMegabytes());
    await sleep(50);
  }
  await attack;
  // Kept one by one they would be 200 MB.
  expect(most - before).toBeLessThan(100);
});

describe('after all of it', () => {
  test('slow senders were told so and cut off', { timeout: 60_000 }, async () => {
    for (const heard of await Promise.all(slowSenders)) expect(heard).toMatch(/^HTTP\/1\.1 (408|400) /);
  });

  test('the server serves pages, takes leads and is well', async () => {
    for (const path of ['/', '/healthz']) expect((await fetch(server.url + path)).status).toBe(200);
    const lead = { name: 'After the storm', phone: '+998 90', email: null, message: 'Salom' };
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(server.url + submissionPath, {
      method: 'POST',
      headers,
      body: JSON.stringify(lead),
    });
    expect(answer.status).toBe(201);
  });

  test('nobody got in, and who was signed in still is', async () => {
    const sessions = (secret: string) =>
      fetch(`${server.url}${inboxApiPath}/sessions`, {
        headers: { Cookie: `__Host-inbox-session=${secret}` },
      });
    expect(await (await sessions(session)).json()).toMatchObject({ sessions: [{ name: 'Nodira' }] });
    expect((await sessions('A'.repeat(43))).status).toBe(401);
    const store = await openStore({ dataDir, databaseUrl: null });
    expect((await store.listLeads({})).filter(({ status }) => status !== 'new')).toEqual([]);
    await store.close();
  });

  test('it has nothing to complain about', () => {
    const complaints = server
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)|Error|Warning/.test(line));
    expect(complaints).toEqual([]);
  });

  test('it holds no more memory than before', () => {
    // Node takes memory in steps and gives it back late (90 MB here, in the main and the searching thread); what leaks with every request would be far above this.
    expect(residentMegabytes() - memoryBefore).toBeLessThan(150);
  });
});
