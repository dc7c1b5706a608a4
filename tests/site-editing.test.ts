/** Editing the site, from the draft to the pages that visitors get, on the built site. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { facts } from '#content/facts.ts';
import { uz } from '#content/inbox/uz.ts';
import { healthPath, inboxApiPath } from '#contract/addresses.ts';
import type { SiteState, SiteValues } from '#contract/inbox.ts';
import { openDatabase } from '#server/db/open.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { sharedSite, siteUrl } from './built-site.ts';
import { fastTempDir } from './fast-temp-dir.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { newDatabase } from './shared-postgres.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

const site = await sharedSite();
let dataDir: string;
let databaseUrl: string | null;
let servers: ServerProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(fastTempDir(), 'site-editing-'));
  databaseUrl = null;
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  rmSync(dataDir, { recursive: true });
});

async function start(environment: Record<string, string> = {}, dist = site.dir): Promise<ServerProcess> {
  const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', SITE_URL: siteUrl };
  const server = await startServerProcess(dist, { ...place, LOG_LEVEL: 'error', ...environment });
  servers.push(server);
  return server;
}

/** A staff member, signed in with a one-time link. */
async function signIn(server: ServerProcess, name = 'Aziza') {
  const db = await openDatabase({ dataDir, databaseUrl });
  const token = await newSignInLinkToken(db);
  await db.close();
  let cookie = '';
  const ask = (method: string, path: string, body?: object) =>
    fetch(server.url + inboxApiPath + path, {
      method,
      headers: { Origin: siteUrl, 'Content-Type': 'application/json', Cookie: cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
  const entered = await ask('POST', '/session', { token });
  cookie = /__Host-inbox-session=[\w-]+/.exec(entered.headers.getSetCookie().join())?.[0] ?? '';
  await ask('PUT', '/me', { name });
  const state = async (): Promise<SiteState> => (await ask('GET', '/site')).json();
  return {
    ask,
    state,
    async change(values: Record<string, string>) {
      const { values: published, draft } = await state();
      const changes = Object.entries(values).map(([path, value]) => [
        path,
        { was: draft[path]?.value ?? published[path], value },
      ]);
      return ask('PUT', '/site/draft', Object.fromEntries(changes));
    },
    /** What the draft holds, or only these values. */
    async publish(values?: SiteValues, live?: number) {
      const { draft, versions } = await state();
      const all = Object.entries(draft).map(([path, { value }]) => [path, value]);
      const body = { live: live ?? versions[0]?.number ?? 0, values: values ?? Object.fromEntries(all) };
      return ask('POST', '/site/publish', body);
    },
  };
}

const page = async (server: ServerProcess, path = '/') => (await fetch(server.url + path)).text();
const newPrice = '$2,398';

test('a published price is on every page, in the JSON files and in the structured data, also after a restart, until it is undone', async () => {
  const server = await start();
  const aziza = await signIn(server);
  const before = await page(server);
  expect(before).toContain(facts.proPrice);
  expect((await aziza.change({ 'facts.proPrice': newPrice })).status).toBe(200);
  expect(await page(server)).toBe(before);
  expect(await (await aziza.publish()).json()).toEqual({ number: 1 });

  const textsOf = (html: string) => /as="fetch" crossorigin href="([^"]+)"/.exec(html)?.[1] as string;
  const expectChanged = async (server: ServerProcess) => {
    for (const path of ['/', '/?lang=en', '/?lang=ru']) {
      const text = await page(server, path);
      expect(text).toContain(newPrice);
      expect(text).not.toContain(facts.proPrice);
    }
    const html = await page(server);
    expect(html).toContain('"price":"2398"');
    expect(await page(server, textsOf(html))).toContain(newPrice);
  };
  await expectChanged(server);
  // A page opened before publishing still gets its own JSON files.
  expect(await page(server, textsOf(before))).toContain(facts.proPrice);

  await server.end('SIGTERM');
  const restarted = await start();
  await expectChanged(restarted);

  const { ask, state } = await signIn(restarted, 'Nodira');
  const earlier = await ask('GET', '/site/page?language=uz&number=0');
  expect(await earlier.text()).toContain(facts.proPrice);
  expect(await (await ask('POST', '/site/restore', { number: 0, live: 1, undo: true })).json()).toEqual({
    number: 2,
  });
  expect(await page(restarted)).toContain(facts.proPrice);
  expect((await state()).versions).toMatchObject([
    { number: 2, who: 'Nodira' },
    { number: 1, who: 'Aziza' },
  ]);
});

test('a restart shows the published pages at once, without the database too; a new build shows its own until they are rendered', async () => {
  const server = await start();
  const aziza = await signIn(server);
  await aziza.change({ 'facts.proPrice': newPrice });
  await aziza.publish();
  await server.end('SIGTERM');

  const database = join(dataDir, 'leads.db');
  renameSync(database, `${database}.away`);
  mkdirSync(database);
  const restarted = await start();
  expect(await page(restarted)).toContain(newPrice);
  expect((await fetch(restarted.url + healthPath)).status).toBe(503);
  await restarted.end('SIGTERM');
  rmSync(database, { recursive: true });
  renameSync(`${database}.away`, database);

  const newBuild = join(dataDir, 'dist');
  cpSync(site.dir, newBuild, { recursive: true });
  appendFileSync(join(newBuild, 'prerender/render-for-server.js'), '// new');
  const upgraded = await start({}, newBuild);
  expect(await page(upgraded)).toContain(facts.proPrice);
  await vi.waitUntil(async () => (await page(upgraded)).includes(newPrice), { timeout: 20_000 });
});

test('what is wrong is not published and stops nobody; markup is escaped, in the editor too', async () => {
  const server = await start();
  const aziza = await signIn(server);
  const before = await page(server);
  const wrong = {
    'facts.refundShare': '150%',
    'facts.clientsPerSeason': '0',
    'links.telegramAdmin': 'https://[x.y',
    'texts.ru.hero.titleSecond': 'с грантом',
    'texts.uz.hero.badge': 'Birinchi suhbat bepul',
    'texts.uz.hero.titleFirst': '\u200b',
  };
  const right = { 'facts.proPrice': newPrice, 'texts.uz.hero.description': '<img src=x onerror=alert(1)>' };
  await aziza.change({ ...wrong, ...right });
  const refused = await aziza.publish();
  expect([refused.status, (await refused.json()).wrong.sort()]).toEqual([422, Object.keys(wrong).sort()]);
  expect(await page(server)).toBe(before);

  const edited = await aziza.ask('GET', '/site/page?language=uz');
  expect(await edited.text()).toContain('&lt;img src=x onerror=alert(1)&gt;');
  const policy = edited.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'self'$/);
  expect(policy).not.toContain('script-src');
  expect(edited.headers.get('cache-control')).toBe('no-store');

  expect((await aziza.publish(right)).status).toBe(200);
  expect(await page(server)).toContain(newPrice);
  expect(Object.keys((await aziza.state()).draft).sort()).toEqual(Object.keys(wrong).sort());
});

test('only what the person has seen is published: neither a colleague’s later words nor the rest of the draft', async () => {
  const server = await start();
  const [aziza, sardor] = [await signIn(server, 'Aziza'), await signIn(server, 'Sardor')];
  const seen = { 'facts.proPrice': newPrice, 'facts.plusPrice': '$1,898' };
  await aziza.change(seen);
  await sardor.change({ 'facts.plusPrice': '$1,', 'facts.basicPrice': '$598' });
  const late = await aziza.publish(seen);
  expect([late.status, await late.json()]).toEqual([409, { changed: ['facts.plusPrice'] }]);
  expect((await aziza.publish({ 'facts.proPrice': newPrice })).status).toBe(200);
  expect(Object.keys((await aziza.state()).draft)).toEqual(['facts.basicPrice', 'facts.plusPrice']);

  await sardor.change({ 'facts.proPrice': '$2,397' });
  const compared = await sardor.publish({ 'facts.proPrice': '$2,397' }, 0);
  expect([compared.status, await compared.json()]).toEqual([409, { changed: ['facts.proPrice'] }]);
  const { versions } = await sardor.state();
  expect(versions).toMatchObject([
    { who: 'Aziza', changes: [{ path: 'facts.proPrice', before: facts.proPrice, after: newPrice }] },
  ]);
  // A request that is sent again, and one without values, make no version.
  expect(await (await aziza.publish({ 'facts.proPrice': newPrice }, 0)).json()).toEqual({ number: 1 });
  expect(await (await sardor.publish({})).json()).toEqual({ number: 1 });
  expect((await sardor.state()).versions).toHaveLength(1);
});

test('a server killed during a save and a publication has all of each or nothing, and goes on', async () => {
  let server = await start();
  let aziza = await signIn(server);
  for (const price of ['$2,391', '$2,392', '$2,393']) {
    const saving = aziza.change({ 'facts.proPrice': price, 'facts.plusPrice': price }).catch(() => null);
    if (price !== '$2,391') await saving;
    const publishing = price === '$2,393' ? aziza.publish().catch(() => null) : null;
    await server.end('SIGKILL');
    await Promise.all([saving, publishing]);
    server = await start();
    aziza = await signIn(server);
    const { draft, values, versions } = await aziza.state();
    const [pro, plus] = ['facts.proPrice', 'facts.plusPrice'].map(
      (path) => draft[path]?.value ?? values[path],
    );
    if (price !== '$2,391') expect([pro, plus]).toEqual([price, price]);
    else
      expect([[facts.proPrice, facts.plusPrice].join(), `${price},${price}`]).toContain([pro, plus].join());
    expect(Object.keys(draft)).toHaveLength(versions.length > 0 || pro === facts.proPrice ? 0 : 2);
  }
  await aziza.publish();
  await vi.waitUntil(async () => (await page(server)).includes('$2,393'), { timeout: 20_000 });
});

test('another server on the database serves the new version, and one Telegram message says who published what', async () => {
  databaseUrl = await newDatabase();
  const telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  onTestFinished(() => telegram.stop());
  const channel = {
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    TELEGRAM_API_URL: telegram.url,
    TELEGRAM_BUTTONS: 'off',
  };
  const [first, second] = [await start(channel), await start(channel)];
  const aziza = await signIn(first);
  await aziza.change({ 'facts.proPrice': newPrice, 'deadlines.fallDeadline': '12-05' });
  await aziza.publish();
  await vi.waitUntil(async () => (await page(second)).includes(newPrice), { timeout: 20_000 });
  await vi.waitUntil(() => telegram.messages.length > 0, { timeout: 20_000 });
  const [{ text } = { text: '' }, ...more] = telegram.messages;
  expect(text).toContain('Aziza');
  expect(text).toContain(`${uz.site.labels.facts.proPrice}: ${facts.proPrice} → ${newPrice}`);
  expect(text).toContain(`${uz.site.labels.deadlines.fallDeadline}: 30-noyabr → 5-dekabr`);
  expect(more).toEqual([]);
});
