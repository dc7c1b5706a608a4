/** The whole service, asked as browsers and others ask it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pressedPath } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { removeDists, writeDist } from '../../tests/example-dist.ts';
import { ask } from '../../tests/example-server.ts';
import { startTestService, type TestService } from '../../tests/service.ts';
import { createPages } from '../pages/pages.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { readArrival } from './arrival.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 12; SM-A037F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36';
const browser = {
  'User-Agent': phone,
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'none',
};
const submission = { name: 'Aziza', phone: '+998 90 123 45 67', email: null, message: 'Salom' };

let service: TestService;
let store: Store;
let running = false;

async function start(environment: Record<string, string> = {}) {
  const log = { warn() {}, error() {} };
  service = await startTestService(environment, { pages: createPages({ distDir: writeDist(), log }) });
  store = await openStore(service.config);
  running = true;
}
/** Whatever was counted is written at the stop. */
async function counted() {
  if (running) await service.stop({ keepData: true });
  running = false;
  return store.figures.list(tashkentDate(new Date()));
}
/** While the server runs. */
const written = () =>
  vi.waitUntil(async () => (await store.figures.list(tashkentDate(new Date()))).visits.length > 0, {
    timeout: 20_000,
  });
afterEach(async () => {
  await counted();
  await store.close();
  service.removeData();
  removeDists();
});

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(service.port, target, { ...browser, ...headers }, method);
const press = (body: string, headers: Record<string, string> = {}) =>
  fetch(service.url + pressedPath, {
    method: 'POST',
    body,
    headers: {
      'User-Agent': phone,
      Origin: service.url,
      'Content-Type': 'text/plain;charset=UTF-8',
      ...headers,
    },
  });

describe('a visit', () => {
  beforeEach(() => start());

  test('is counted by day, source, campaign and language', async () => {
    await get('/');
    await get('/?lang=ru', { Referer: 'https://t.me/', 'Sec-Fetch-Site': 'cross-site' });
    await get('/?utm_source=flyer&utm_campaign=Reels+12&lang=en');
    await get('/?lang=ru', { Referer: 'android-app://org.telegram.messenger/' });
    const { visits } = await counted();
    expect(visits.map(({ day: _, ...rest }) => rest)).toEqual([
      { source: 'direct', campaign: null, language: 'uz', count: 1 },
      { source: 'flyer', campaign: 'reels-12', language: 'en', count: 1 },
      { source: 'telegram', campaign: null, language: 'ru', count: 2 },
    ]);
  });

  test('is also one that the browser had the page for', async () => {
    const { headers } = await get('/');
    expect((await get('/', { 'If-None-Match': String(headers.etag) })).status).toBe(304);
    expect((await counted()).visits).toMatchObject([{ count: 2 }]);
  });

  test('needs nothing that an old browser does not send', async () => {
    await ask(service.port, '/', { 'User-Agent': phone }, 'GET');
    expect((await counted()).visits).toMatchObject([{ source: 'direct', count: 1 }]);
  });

  test('is not made by a robot, ahead of a click, in a frame, inside the site or of anything but the page', async () => {
    const others: [what: string, target: string, headers: Record<string, string>, method?: string][] = [
      ['Telegram’s previewer', '/', { 'User-Agent': 'TelegramBot (like TwitterBot)' }],
      [
        'Google’s crawler',
        '/',
        { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      ],
      ['a program', '/', { 'User-Agent': 'curl/8.5.0' }],
      ['what has no name', '/', { 'User-Agent': '' }],
      ['a prefetch', '/', { 'Sec-Purpose': 'prefetch;prerender' }],
      ['Safari’s preview', '/', { 'X-Purpose': 'preview' }],
      ['a frame', '/', { 'Sec-Fetch-Dest': 'iframe' }],
      ['a question about the page', '/', {}, 'HEAD'],
      ['a step inside the site', '/', { 'Sec-Fetch-Site': 'same-origin' }],
      ['a legal page', '/privacy', {}],
      ['a page that is not there', '/nowhere', {}],
      ['a file', '/favicon.svg', {}],
      ['the inbox', '/inbox', {}],
    ];
    for (const [what, target, headers, method] of others)
      await get(`${target}?utm_campaign=${encodeURIComponent(what)}`, headers, method);
    expect((await counted()).visits).toEqual([]);
  });

  test('is not a step inside the site where only the referrer tells so', async () => {
    const { 'Sec-Fetch-Site': _, ...old } = browser;
    await ask(
      service.port,
      '/?lang=ru',
      { ...old, Host: 'example.uz', Referer: 'https://example.uz/privacy' },
      'GET',
    );
    expect((await counted()).visits).toEqual([]);
  });

  test.each(['Sec-GPC', 'DNT'])('by who sends %s is counted, and nothing about it', async (header) => {
    await get('/?utm_source=flyer&utm_campaign=reels12', { Referer: 'https://t.me/', [header]: '1' });
    await press('email uz https://t.me/ utm_campaign=reels12', { [header]: '1' });
    await service.post(submission, { 'X-Arrival': 'https://t.me/ utm_campaign=reels12', [header]: '1' });
    expect(await service.leads()).toMatchObject([{ source: null, campaign: null }]);
    const { visits, clicks } = await counted();
    expect(visits).toMatchObject([{ source: null, campaign: null, count: 1 }]);
    expect(clicks).toEqual([]);
  });
});

describe('a click', () => {
  beforeEach(() => start());

  test('is counted with where its visitor came from, and answered with nothing', async () => {
    const answer = await press('telegram-italy ru https://l.instagram.com/ utm_campaign=reels12');
    expect([answer.status, await answer.text(), answer.headers.get('Set-Cookie')]).toEqual([204, '', null]);
    await press('form uz direct');
    await press('channel uz ');
    const { clicks } = await counted();
    expect(clicks).toMatchObject([
      { name: 'channel', source: null, campaign: null, language: 'uz', count: 1 },
      { name: 'form', source: 'direct', campaign: null, language: 'uz', count: 1 },
      { name: 'telegram-italy', source: 'instagram', campaign: 'reels12', language: 'ru', count: 1 },
    ]);
  });

  test('of another page, of a robot, and what is none, is not counted', async () => {
    const others: [what: string, body: string, headers: Record<string, string>, status: number][] = [
      [
        'another site’s page',
        'email uz ',
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
        403,
      ],
      ['what names no origin', 'email uz ', { Origin: '' }, 403],
      ['a name nobody knows', 'everything uz ', {}, 400],
      ['nothing', '', {}, 400],
      ['more than a click has to say', `email uz ${'x'.repeat(2000)}`, {}, 413],
      ['a robot', 'email uz ', { 'User-Agent': 'Googlebot/2.1' }, 204],
    ];
    for (const [what, body, headers, status] of others)
      expect((await press(body, headers)).status, what).toBe(status);
    expect((await counted()).clicks).toEqual([]);
  });

  test('is nothing to be read or asked about', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await fetch(service.url + pressedPath, { method })).status).toBe(405);
  });
});

describe('a lead', () => {
  beforeEach(() => start());

  test('stands with its source and campaign, and its payload stays its four fields', async () => {
    await service.post(submission, { 'X-Arrival': 'https://t.me/ utm_campaign=Reels+12' });
    await service.post(submission, { 'X-Arrival': 'utm_source=flyer' });
    await service.post(submission, { 'X-Arrival': 'direct' });
    await service.post(submission);
    expect((await service.leads()).map(({ source, campaign }) => [source, campaign])).toEqual([
      ['telegram', 'reels-12'],
      ['flyer', null],
      ['direct', null],
      [null, null],
    ]);
    for (const field of ['source', 'campaign'])
      expect((await service.post({ ...submission, [field]: 'x' })).status).toBe(400);
  });

  test('from a page of the site itself comes from nowhere that is known', async () => {
    await service.post(submission, { 'X-Arrival': `${service.url}/privacy utm_campaign=reels12` });
    expect(await service.leads()).toMatchObject([{ source: null, campaign: 'reels12' }]);
    const behindProxy = { host: 'backend:8080', origin: 'https://example.uz' };
    expect(readArrival('https://example.uz/privacy', behindProxy)).toEqual({ source: null, campaign: null });
  });

  test('sent without script has the tags of its page’s address', async () => {
    const send = (referer: string, headers = {}) =>
      fetch(service.table, {
        method: 'POST',
        redirect: 'manual',
        headers: { Origin: service.url, Referer: service.url + referer, ...headers },
        // The same text twice would be one lead.
        body: new URLSearchParams({ ...submission, email: '', message: referer }),
      });
    await send('/?lang=ru&utm_campaign=reels12');
    await send('/?utm_source=ig');
    await send('/');
    expect((await service.leads()).map(({ source, campaign }) => [source, campaign])).toEqual([
      [null, 'reels12'],
      ['instagram', null],
      [null, null],
    ]);
  });

  test('is taken whatever its arrival says', async () => {
    for (const arrival of [
      'x'.repeat(5000),
      'utm_source=%00%ff',
      '\u00ff\u00fe',
      'utm_campaign=%F0%9F',
      '=;=;=',
    ])
      expect((await service.post(submission, { 'X-Arrival': arrival })).status).toBe(201);
    for (const { source, campaign } of await service.leads())
      expect((source?.length ?? 0) + (campaign?.length ?? 0)).toBeLessThanOrEqual(80);
  });
});

describe('a flood', () => {
  beforeEach(() => start({ RATE_LIMIT: '1/600', TRUSTED_PROXIES: '127.0.0.1' }));

  test('of made-up campaigns is counted as other, and only so often, whoever it claims to come from', async () => {
    for (let i = 0; i < 40; i++)
      await get(`/?utm_source=s${i}&utm_campaign=c${i}`, {
        // The end is the proxy's own word.
        'X-Forwarded-For': `198.51.100.${i}${i % 2 ? '|' : ''}, 203.0.113.5`,
      });
    const { visits } = await counted();
    expect(visits.map(({ source }) => source).sort()).toEqual(['other', 's0', 's1', 's2', 's3', 's4']);
    expect(visits.reduce((sum, { count }) => sum + count, 0)).toBe(30);
  });
});

test('what is counted is written down while the server runs', async () => {
  await start();
  await get('/');
  await written();
});
