/** Counting visits and clicks on a real HTTP server, as browsers and robots send them. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { clickPath } from '#contract/addresses.ts';
import { sql } from '#server/db/sql.ts';
import { createLog } from '#server/runtime/log.ts';
import { openTestDatabase } from '#tests/database.ts';
import { leadAttribution, readAttribution } from './attribution.ts';
import type { StatsRow } from './counting.ts';
import { startStats } from './stats.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 12; SM-A037F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36';
const browser = { 'User-Agent': phone, 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' };
const siteUrl = 'https://example.uz';

async function start() {
  const db = await openTestDatabase();
  const lines: string[] = [];
  const stats = startStats({ db, log: createLog('info', { write: (line) => lines.push(line) }) });
  const api = getRequestListener(stats.routes.fetch, { overrideGlobalObjects: false });
  const statuses: Record<string, number> = { '/nowhere': 404 };
  const server = createServer((request, response) => {
    if (request.url === clickPath) return void api(request, response);
    response.statusCode = statuses[request.url ?? ''] ?? (request.headers['if-none-match'] ? 304 : 200);
    response.end();
    stats.countVisit(request, response.statusCode);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    async get(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const asked = request({ port, path, method, headers: { ...browser, ...headers } }).end();
      const [answer] = await once(asked, 'response');
      answer.resume();
      await once(answer, 'end');
    },
    click: (body: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${clickPath}`, {
        method: 'POST',
        body,
        headers: { 'User-Agent': phone, Origin: siteUrl, ...headers },
      }),
    lines,
    async counted() {
      await stats.stop();
      const rows = await db.all<StatsRow>(sql`select * from stats order by source, name`);
      return { visits: rows.filter(({ name }) => name === ''), clicks: rows.filter(({ name }) => name) };
    },
  };
}

test('a visit is counted by day, source, campaign and language', async () => {
  const { get, counted } = await start();
  await get('/');
  await get('/?lang=ru', { Referer: 'https://t.me/', 'Sec-Fetch-Site': 'cross-site' });
  await get('/?utm_source=flyer&utm_campaign=Reels+12&lang=en');
  await get('/?lang=ru', { Referer: 'android-app://org.telegram.messenger/' });
  const { visits } = await counted();
  expect(visits).toMatchObject([
    { source: 'direct', campaign: '', language: 'uz', count: 1 },
    { source: 'flyer', campaign: 'reels-12', language: 'en', count: 1 },
    { source: 'telegram', campaign: '', language: 'ru', count: 2 },
  ]);
});

test('a page from the browser’s cache is a visit', async () => {
  const { get, counted } = await start();
  await get('/', { 'If-None-Match': '"x"' });
  expect((await counted()).visits).toMatchObject([{ count: 1 }]);
});

test('robots, prefetches, frames, links within the site and other pages are no visits', async () => {
  const { get, counted } = await start();
  const others: [what: string, path: string, headers: Record<string, string>, method?: string][] = [
    ['Google’s crawler with a phone', '/', { 'User-Agent': `${phone} (compatible; Googlebot/2.1)` }],
    ['no User-Agent', '/', { 'User-Agent': '' }],
    ['a prefetch', '/', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['a frame', '/', { 'Sec-Fetch-Dest': 'iframe' }],
    ['a script', '/', { 'Sec-Fetch-Dest': 'empty' }],
    ['HEAD', '/', {}, 'HEAD'],
    ['a link within the site', '/', { 'Sec-Fetch-Site': 'same-origin' }],
    ['a legal page', '/privacy', {}],
    ['a missing page', '/nowhere', {}],
  ];
  for (const [what, path, headers, method] of others)
    await get(path === '/' ? `/?utm_campaign=${encodeURIComponent(what)}` : path, headers, method);
  expect((await counted()).visits).toEqual([]);
});

test('a click is counted with the source of its visitor, and answered without a body or cookie', async () => {
  const { click, counted } = await start();
  const answer = await click('telegram-italy ru https://l.instagram.com/ utm_campaign=reels12');
  expect([answer.status, await answer.text(), answer.headers.get('Set-Cookie')]).toEqual([204, '', null]);
  await click('form uz direct');
  await click('channel uz ');
  expect((await counted()).clicks).toMatchObject([
    { name: 'channel', source: '', campaign: '', language: 'uz', count: 1 },
    { name: 'form', source: 'direct', campaign: '', language: 'uz', count: 1 },
    { name: 'telegram-italy', source: 'instagram', campaign: 'reels12', language: 'ru', count: 1 },
  ]);
});

test('neither clicks of robots nor malformed ones are counted', async () => {
  const { click, counted } = await start();
  const others: [what: string, body: string, headers: Record<string, string>, status: number][] = [
    ['an unknown name', 'everything uz ', {}, 400],
    ['nothing', '', {}, 400],
    ['a long body', `email uz ${'x'.repeat(5000)}`, {}, 413],
    ['a robot', 'email uz ', { 'User-Agent': 'Googlebot/2.1' }, 204],
  ];
  for (const [what, body, headers, status] of others)
    expect((await click(body, headers)).status, what).toBe(status);
  expect((await counted()).clicks).toEqual([]);
});

test('a failure in browsers is one line in the log, with nothing of the visitor, and counted nowhere', async () => {
  const { click, counted, lines } = await start();
  for (let i = 0; i < 3; i++)
    expect((await click('hydration uz https://t.me/ +998901234567')).status).toBe(204);
  await click('page', { 'User-Agent': 'Googlebot/2.1' });
  expect((await counted()).clicks).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 40, time: expect.any(String), code: 'hydration', msg: 'A page failed in someone’s browser' },
  ]);
});

test.each(['Sec-GPC', 'DNT'])('a visitor who sends %s is counted without a source', async (header) => {
  const { get, click, counted } = await start();
  const report = 'https://t.me/ utm_campaign=reels12';
  await get('/?utm_source=flyer&utm_campaign=reels12', { Referer: 'https://t.me/', [header]: '1' });
  await click(`email uz ${report}`, { [header]: '1' });
  const { visits, clicks } = await counted();
  expect(visits).toMatchObject([{ source: '', campaign: '', count: 1 }]);
  expect(clicks).toEqual([]);
  const headers = { 'x-attribution': report, [header.toLowerCase()]: '1' };
  expect(leadAttribution(headers)).toEqual({ source: null, campaign: null });
});

test('a lead has the source and campaign that its page reports', () => {
  expect(leadAttribution({ 'x-attribution': 'https://t.me/ utm_campaign=Reels+12' })).toEqual({
    source: 'telegram',
    campaign: 'reels-12',
  });
  expect(leadAttribution({ 'x-attribution': 'utm_source=flyer' })).toEqual({
    source: 'flyer',
    campaign: null,
  });
  expect(leadAttribution({ 'x-attribution': 'direct' })).toEqual({ source: 'direct', campaign: null });
  expect(leadAttribution({})).toEqual({ source: null, campaign: null });
});

test('a lead sent without script has the source and campaign of its page’s address', () => {
  const from = (referer: string) => Object.values(leadAttribution({ referer: siteUrl + referer }));
  expect(from('/?lang=ru&utm_campaign=reels12')).toEqual([null, 'reels12']);
  expect(from('/?utm_source=ig')).toEqual(['instagram', null]);
  expect(from('/')).toEqual([null, null]);
});

test('a page of the site itself is no source', () => {
  const unknown = { source: null, campaign: null };
  expect(readAttribution('https://example.uz/privacy', { host: 'example.uz' })).toEqual(unknown);
  const behindProxy = { host: 'backend:8080', origin: siteUrl };
  expect(readAttribution('https://example.uz/privacy', behindProxy)).toEqual(unknown);
});
