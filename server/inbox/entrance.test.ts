import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { inboxApiPath } from '../../contract/inbox.ts';
import { exampleFiles, removeDists, writeDist } from '../../tests/example-dist.ts';
import { startServerProcess } from '../../tests/processes.ts';
import { type Answer, answerTo } from '../../tests/raw-socket.ts';
import { startTestService, type TestService } from '../../tests/service.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { createPages } from '../pages/pages.ts';
import { createEntrance, inboxAddress } from './entrance.ts';
import { createInboxPages } from './pages.ts';

const app = {
  'inbox/index.html':
    '<!doctype html><title>Inbox</title><script type="module" src="/inbox/assets/app-1.js"></script>',
  'inbox/assets/app-1.js': 'console.log("inbox")',
};
const distDir = writeDist({ ...exampleFiles, ...app });
const withoutApp = writeDist();
afterAll(removeDists);

let service: TestService | undefined;
afterEach(() => service?.stop());

async function start(environment: Record<string, string> = {}, dist = distDir): Promise<TestService> {
  const read = readConfig(environment);
  if ('errors' in read) throw new Error(read.errors.join());
  const site = { distDir: dist, siteUrl: read.config.siteUrl ?? undefined };
  const inbox = createInboxPages({ ...site, findEntrance: createEntrance(read.config) });
  service = await startTestService(environment, {
    pages: createPages({ ...site, inbox, log: createLog('silent') }),
  });
  return service;
}

type Request = { path?: string; method?: string; host?: string; headers?: string[]; version?: string };
function ask({
  path = '/inbox',
  method = 'GET',
  host,
  headers = [],
  version = '1.1',
}: Request): Promise<Answer> {
  const port = service?.port as number;
  const lines = [
    `${method} ${path} HTTP/${version}`,
    `Host: ${host ?? `localhost:${port}`}`,
    'Connection: close',
  ];
  return answerTo(port, `${[...lines, ...headers].join('\r\n')}\r\n\r\n`);
}

const closed: [string, Record<string, string>, Request][] = [
  ['with INBOX=off', { INBOX: 'off', SITE_URL: 'https://example.uz' }, {}],
  ['under a SITE_URL without https', { SITE_URL: 'http://example.uz' }, { host: 'example.uz' }],
  ['asked for by a domain that leads to the machine', {}, { host: 'rebinding.example:3000' }],
  ['through a proxy that says whom it asks for', {}, { headers: ['X-Forwarded-For: 198.51.100.7'] }],
  ['through a proxy that says nothing', {}, { version: '1.0' }],
  ['through a proxy that is known', { TRUSTED_PROXIES: '127.0.0.1' }, {}],
];

describe('where it cannot be entered safely', () => {
  it.each(closed)('%s, nothing tells it from an address nobody has', async (_name, environment, request) => {
    await start(environment);
    const same = ({ status, headers: { date, ...headers }, body }: Answer) => ({ status, headers, body });
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
      const nowhere = same(await ask({ ...request, method, path: '/nowhere' }));
      for (const path of [
        '/inbox',
        '/inbox/',
        '/inbox/assets/app-1.js',
        `${inboxApiPath}/door`,
        inboxApiPath,
      ])
        expect(same(await ask({ ...request, method, path })), `${method} ${path}`).toEqual(nowhere);
    }
    expect((await ask({ ...request, path: '/nowhere' })).status).toBe(404);
  });

  it('a site built without it has no such page, but for the rest goes on', async () => {
    await start({}, withoutApp);
    expect((await ask({})).status).toBe(404);
    expect((await ask({ path: '/' })).status).toBe(200);
  });
});

describe('where it can be entered', () => {
  it.each([
    ['under a SITE_URL with https', { SITE_URL: 'https://example.uz' }, { host: 'example.uz' }],
    [
      'behind a proxy that ends https',
      { SITE_URL: 'https://example.uz' },
      { headers: ['X-Forwarded-Proto: https'] },
    ],
    ['on the machine itself', {}, {}],
    ['on the machine itself, by number', {}, { host: '127.0.0.1:3000' }],
  ] as [string, Record<string, string>, Request][])(
    '%s, the app is there',
    async (_name, environment, request) => {
      await start(environment);
      for (const path of [
        '/inbox',
        '/inbox/',
        '/inbox?tab=new',
        '/inbox/leads/K7Q2-9F3D',
        '/inbox/index.html',
      ])
        expect(await ask({ ...request, path })).toMatchObject({ status: 200, body: app['inbox/index.html'] });
      expect(await ask({ ...request, path: '/inbox/assets/app-1.js' })).toMatchObject({
        status: 200,
        body: app['inbox/assets/app-1.js'],
      });
      expect((await ask({ ...request, path: '/inbox/assets/none.js' })).status).toBe(404);
      expect((await ask({ ...request, path: '/inboxes' })).status).toBe(404);
      expect((await ask({ ...request, path: `${inboxApiPath}/door` })).body).toBe(
        '{"canSendCode":false,"me":null}',
      );
      expect((await ask({ ...request, path: `${inboxApiPath}/sessions` })).status).toBe(401);
    },
  );
});

describe('the headers', () => {
  it('of the app allow nothing from elsewhere, nothing inline, no frame, no text as script, no copy', async () => {
    await start({ SITE_URL: 'https://example.uz' });
    const { headers } = await ask({});
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const policy = headers['content-security-policy']?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
        ...["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "object-src 'none'"],
        ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
      ]),
    );
  });
});

describe('who asks from elsewhere', () => {
  const request = (remoteAddress: string): IncomingMessage =>
    ({
      socket: { remoteAddress },
      headers: { host: 'localhost:3000' },
      httpVersion: '1.1',
    }) as IncomingMessage;
  const find = createEntrance({ inbox: true, siteUrl: null, trustedProxies: [] });

  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('is not who comes from %s', (address) => {
    expect(find(request(address))).toEqual({ origin: 'http://localhost:3000', https: false });
  });
  it.each(['192.168.1.5', '203.0.113.9', '::ffff:10.0.0.1', 'fe80::1%eth0', ''])(
    'is who comes from %j',
    (address) => {
      expect(find(request(address))).toBeNull();
    },
  );
});

describe('a started server', () => {
  const said = async (dist: string) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inbox-start-'));
    const server = await startServerProcess(dist, { DATA_DIR: dataDir });
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true });
    return server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('The inbox'));
  };

  it('says in one line where the inbox is and how to open it, if there is one', async () => {
    const [here, none] = await Promise.all([said(distDir), said(withoutApp)]);
    expect(here).toEqual([
      expect.stringMatching(
        /^The inbox is at http:\/\/127\.0\.0\.1:\d+\/inbox\..* npm run -s leads -- sign-in$/,
      ),
    ]);
    expect(none).toEqual([]);
  });
});

describe('its address', () => {
  const settings = { inbox: true, siteUrl: null, host: null, trustedProxies: [] };
  it.each([
    ['http://localhost:3000/inbox', {}],
    ['http://127.0.0.1:3000/inbox', { host: '127.0.0.1' }],
    ['https://example.uz/inbox', { siteUrl: 'https://example.uz' }],
    ['http://localhost:3000/inbox', { siteUrl: 'http://example.uz' }],
    [null, { inbox: false }],
    [null, { host: '192.168.1.5' }],
    // As asked for there, it is the site's 404 page.
    [null, { trustedProxies: ['127.0.0.1', '::1'] }],
    ['https://example.uz/inbox', { siteUrl: 'https://example.uz', trustedProxies: ['127.0.0.1', '::1'] }],
  ])('is %s with %j', (address, changes) => {
    expect(inboxAddress({ ...settings, ...changes }, 3000)).toBe(address);
  });
});
