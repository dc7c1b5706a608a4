import { mkdtempSync, rmSync } from 'node:fs';
import { METHODS } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inboxApiPath } from '../contract/inbox.ts';
import { submissionPath } from '../contract/submission.ts';
import { openDatabase } from '../server/db/open.ts';
import { newAddressToken } from '../server/inbox/codes.ts';
import { eachLead } from '../server/leads/find.ts';
import { writeDist } from './example-dist.ts';
import { inboxOrigin, oversized, randomRequests, wanderingTargets } from './hostile-requests.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { exchange, statusesIn } from './raw-socket.ts';
import { startMailStandIn } from './stand-ins/mail.ts';

let server: ServerProcess;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
/** What the cookie of one who is signed in holds. */
let session: string;
let dataDir: string;

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
});
afterAll(async () => {
  await server.end('SIGTERM');
  await mail.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function signIn(): Promise<string> {
  const db = await openDatabase({ dataDir, databaseUrl: null });
  const token = await newAddressToken(db);
  await db.close();
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
  return secret;
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
    ...['', '/sign-in', '/codes', '/session', '/me', '/leads', '/leads.csv', '/revision'].map(
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

test('a thousand random requests are answered below 500 or not at all', async () => {
  await inParallel(randomRequests(1000), async (sent) =>
    expectClean(sent, await exchange(server.port, sent)),
  );
});

describe('after all of it', () => {
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
    const db = await openDatabase({ dataDir, databaseUrl: null });
    const leads = await Array.fromAsync(eachLead(db, {}));
    await db.close();
    expect(leads.filter(({ status }) => status !== 'new')).toEqual([]);
  });

  test('it has nothing to complain about', () => {
    const complaints = server
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)|Error|Warning/.test(line));
    expect(complaints).toEqual([]);
  });
});
