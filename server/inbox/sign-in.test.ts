import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionList } from '#contract/inbox.ts';
import { sql } from '#server/db/sql.ts';
import { createLog } from '#server/runtime/log.ts';
import { databases } from '#tests/database.ts';
import { startTestInbox, type TestBrowser } from '#tests/start-test-inbox.ts';
import { newSignInLinkToken, redeemSignInLink, tryCode } from './codes.ts';
import { codesPerHour, codesPerHourPerClient } from './sign-in.ts';

type TestInbox = Awaited<ReturnType<typeof startTestInbox>>;
const wrong = '0000-0000';
const dead = [401, { error: 'expired' }];
const minute = 60_000;

const rowsOf = async ({ db }: TestInbox) =>
  JSON.stringify([await db.all(sql`select * from sign_in_codes`), await db.all(sql`select * from sessions`)]);

afterEach(() => {
  vi.useRealTimers();
});

describe.each(databases)('signing in, on %s', (database) => {
  let testInbox: TestInbox;
  let browser: TestBrowser;
  beforeEach(async () => {
    testInbox = await startTestInbox({ database });
    browser = testInbox.browser();
  });

  test('takes a code, sent to every channel that people read, and a name', async () => {
    expect(await browser.answer('GET', '/sign-in')).toEqual([200, { canSendCode: true, me: null }]);
    const requested = await browser.answer('POST', '/codes', {
      headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/142.0 Mobile <b>hack</b>' },
    });
    expect(requested).toEqual([202, { expiresInSeconds: 600 }]);
    expect(testInbox.staffMessages.map(({ channel }) => channel)).toEqual([
      'telegram',
      'email:owner@example.uz',
    ]);
    const code = testInbox.lastCode();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const { message } of testInbox.staffMessages) {
      expect(message.text).toMatch(/^Vaqt: \d+-[a-z]+, \d\d:\d\d \(Toshkent vaqti\)/);
      expect(message.text).toContain('Brauzer: Chrome, Android\n');
    }
    expect(await browser.enter(` ${code.toLowerCase().replace('-', '')}`)).toEqual([200, { name: null }]);
    const named = await browser.answer('PUT', '/me', { body: { name: '  Nodira \u202e opa ' } });
    expect(named).toEqual([200, { name: 'Nodira opa' }]);
    expect(await browser.get('/sign-in')).toMatchObject({ me: { name: 'Nodira opa' } });
  });

  test('allows five tries per code', async () => {
    await browser.ask('POST', '/codes');
    for (const left of [4, 3, 2, 1])
      expect(await browser.enter(wrong)).toEqual([401, { error: 'wrong', left }]);
    expect(await browser.enter(wrong)).toEqual(dead);
    expect(await browser.enter(testInbox.lastCode())).toEqual(dead);
  });

  test('counts guesses that are sent at the same time', async () => {
    await browser.ask('POST', '/codes');
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.enter(wrong)));
    expect(answers.filter(([, { error }]) => error === 'wrong')).toHaveLength(4);
    expect(await browser.enter(testInbox.lastCode())).toEqual(dead);
  });

  test('takes a code once, from the browser that requested it', async () => {
    await browser.ask('POST', '/codes');
    const [thief, other, code] = [browser.copy(), testInbox.browser(), testInbox.lastCode()];
    expect(await other.enter(code)).toEqual(dead);
    await other.ask('POST', '/codes');
    expect(await other.enter(code)).toEqual([401, { error: 'wrong', left: 4 }]);
    const entered = await Promise.all([browser.enter(code), thief.enter(code)]);
    expect(entered.map(([status]) => status).sort()).toEqual([200, 401]);
  });

  test('accepts neither a code as a link nor a link as a code, and deletes both when they expire', async () => {
    const token = await newSignInLinkToken(testInbox.db);
    await browser.ask('POST', '/codes');
    const secret = browser.cookies.get('__Host-inbox-code') ?? '';
    expect(await tryCode(testInbox.db, token, '')).toEqual({ error: 'expired' });
    expect(await redeemSignInLink(testInbox.db, secret)).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * minute });
    expect(await tryCode(testInbox.db, secret, testInbox.lastCode())).toEqual({ error: 'expired' });
    expect(await redeemSignInLink(testInbox.db, token)).toBe(false);
    await newSignInLinkToken(testInbox.db);
    expect(await testInbox.db.all(sql`select * from sign_in_codes`)).toHaveLength(1);
  });

  test('takes a one-time link in any browser, once', async () => {
    const token = await newSignInLinkToken(testInbox.db);
    expect(await browser.answer('POST', '/session', { body: { token } })).toEqual([200, { name: null }]);
    for (const again of [token, 'x'])
      expect(await testInbox.browser().answer('POST', '/session', { body: { token: again } })).toEqual(dead);
  });

  test('stores no secret, and replaces a session cookie that somebody planted', async () => {
    browser.cookies.set('__Host-inbox-session', 'A'.repeat(43));
    await browser.ask('POST', '/codes');
    const code = testInbox.lastCode();
    const asked = browser.cookies.get('__Host-inbox-code') as string;
    const before = await rowsOf(testInbox);
    await browser.enter(code);
    const session = browser.cookies.get('__Host-inbox-session') as string;
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(browser.cookies.has('__Host-inbox-code')).toBe(false);
    expect(['A'.repeat(43), asked]).not.toContain(session);
    const stored = before + (await rowsOf(testInbox));
    for (const secret of [code, code.replace('-', ''), asked, session]) expect(stored).not.toContain(secret);
  });

  test('ends the session a browser had when it signs in again', async () => {
    await browser.signIn();
    const before = browser.copy();
    await browser.signIn();
    expect((await browser.ask('GET', '/sessions')).status).toBe(200);
    expect((await before.ask('GET', '/sessions')).status).toBe(401);
  });

  test('signs out one browser, another, or all with their codes', async () => {
    const [one, two, three] = [testInbox.browser(), testInbox.browser(), testInbox.browser()];
    await one.signIn('Aziza');
    const headers = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36' };
    await two.ask('POST', '/session', { body: { token: await newSignInLinkToken(testInbox.db) }, headers });
    await two.ask('PUT', '/me', { body: { name: 'Sardor' } });
    await three.signIn();
    const copy = one.copy();
    expect((await one.ask('DELETE', '/session')).status).toBe(204);
    expect(one.cookies.size).toBe(0);
    expect((await copy.ask('GET', '/sessions')).status).toBe(401);

    const { currentId, sessions } = await three.get<SessionList>('/sessions');
    expect(sessions.map(({ name, browser }) => [name, browser])).toEqual([
      ['Nodira', null],
      ['Sardor', 'Chrome, Android'],
    ]);
    expect(sessions[0]?.id).toBe(currentId);
    for (const { since, seenAt } of sessions)
      for (const time of [since, seenAt])
        expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(minute);
    // A session's id opens nothing.
    const thief = testInbox.browser(new Map([['__Host-inbox-session', sessions[1]?.id ?? '']]));
    expect((await thief.ask('GET', '/sessions')).status).toBe(401);
    expect((await three.ask('DELETE', `/sessions/${sessions[1]?.id}`)).status).toBe(204);
    expect((await two.ask('GET', '/sessions')).status).toBe(401);

    await browser.ask('POST', '/codes');
    expect((await three.ask('DELETE', '/sessions')).status).toBe(204);
    expect((await three.ask('GET', '/sessions')).status).toBe(401);
    expect(await browser.enter(testInbox.lastCode())).toEqual(dead);
  });

  test('lasts thirty days, and records when the session was last seen', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    await browser.signIn();
    const seenAt = async () => {
      const rows = await testInbox.db.all<{ seen_at: string }>(sql`select seen_at from sessions`);
      return Date.parse(rows[0]?.seen_at ?? '') - start;
    };
    await vi.waitFor(async () => expect(await seenAt()).toBe(0));
    vi.setSystemTime(start + 4 * minute);
    await browser.ask('GET', '/sessions');
    vi.setSystemTime(start + 60 * minute);
    await browser.ask('GET', '/sessions');
    await vi.waitFor(async () => expect(await seenAt()).toBe(60 * minute));
    vi.setSystemTime(start + 30 * 24 * 60 * minute - 1);
    expect((await browser.ask('GET', '/sessions')).status).toBe(200);
    vi.setSystemTime(start + 30 * 24 * 60 * minute);
    expect((await browser.ask('GET', '/sessions')).status).toBe(401);
  });
});

describe('the limits', () => {
  const ask = async (visitor: TestBrowser, client = 'one') =>
    (await visitor.ask('POST', '/codes', { headers: { 'X-Test-Client': client } })).status;

  test('allow each client a few codes an hour; a code that was entered does not count', async () => {
    const testInbox = await startTestInbox();
    const browser = testInbox.browser();
    for (let i = 0; i < codesPerHourPerClient; i++) expect(await ask(browser)).toBe(202);
    const refused = await browser.ask('POST', '/codes', { headers: { 'X-Test-Client': 'one' } });
    const answer = await refused.json();
    expect([refused.status, answer]).toEqual([
      429,
      { error: 'limited', retryAfterSeconds: expect.any(Number) },
    ]);
    const headers = { 'X-Test-Client': 'another network' };
    const body = { code: testInbox.lastCode() };
    expect((await browser.ask('POST', '/session', { body, headers })).status).toBe(200);
    expect(await ask(browser)).toBe(202);
  });

  test('count the last sixty minutes, whenever they begin', async () => {
    const testInbox = await startTestInbox();
    const browser = testInbox.browser();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    expect(await ask(browser)).toBe(202);
    vi.setSystemTime(start + 59 * minute);
    for (let i = 1; i < codesPerHourPerClient; i++) expect(await ask(browser)).toBe(202);
    vi.setSystemTime(start + 60 * minute);
    expect(await ask(browser)).toBe(202);
    expect(await ask(browser)).toBe(429);
  });

  test('allow all clients together a few codes, do not count refused requests, and log once', async () => {
    const log = createLog('silent');
    const warn = vi.spyOn(log, 'warn');
    const testInbox = await startTestInbox({ log });
    const browser = testInbox.browser();
    for (let i = 0; i < codesPerHour; i++) expect(await ask(browser, `client ${i}`)).toBe(202);
    const late = testInbox.browser();
    for (let i = 0; i <= codesPerHourPerClient; i++) expect(await ask(late, 'late')).toBe(429);
    for (let i = 0; i < 20; i++) expect(await ask(testInbox.browser(), `stranger ${i}`)).toBe(429);
    expect(warn).toHaveBeenCalledOnce();
    await browser.enter(testInbox.lastCode());
    expect(await ask(late, 'late')).toBe(202);
  });
});

describe('a code', () => {
  test('need not reach every channel: one may hang', async () => {
    const testInbox = await startTestInbox();
    testInbox.behave('telegram', () => new Promise(() => {}));
    expect((await testInbox.browser().ask('POST', '/codes')).status).toBe(202);
  });

  test('that reaches nobody does not count towards the hourly limit, and sets no cookie', async () => {
    const testInbox = await startTestInbox();
    for (const channel of ['telegram', 'email:owner@example.uz'] as const)
      testInbox.behave(channel, () => Promise.reject(new Error(`HTTP 500: ${testInbox.lastCode()}`)));
    const browser = testInbox.browser();
    for (let i = 0; i <= codesPerHour; i++)
      expect(await browser.answer('POST', '/codes')).toEqual([503, { error: 'unreachable' }]);
    expect(browser.cookies.size).toBe(0);
    testInbox.behave('telegram', async () => {});
    expect((await browser.ask('POST', '/codes')).status).toBe(202);
  });

  test('cannot be requested without a channel that people read', async () => {
    const testInbox = await startTestInbox({ channels: ['webhook'] });
    expect(await testInbox.browser().get('/sign-in')).toEqual({ canSendCode: false, me: null });
    expect(await testInbox.browser().answer('POST', '/codes')).toEqual([503, { error: 'unreachable' }]);
  });
});

describe('the cookies', () => {
  const attributes = (response: Response) =>
    response.headers.getSetCookie().map((line) => {
      const [pair = '', ...rest] = line.split('; ');
      return [pair.split('=')[0], ...rest.sort()].join('; ');
    });

  test('are out of reach of scripts, other sites and plain http, and belong to this host alone', async () => {
    const testInbox = await startTestInbox();
    const browser = testInbox.browser();
    const rest = 'Path=/; SameSite=Strict; Secure';
    expect(attributes(await browser.ask('POST', '/codes'))).toEqual([
      `__Host-inbox-code; HttpOnly; Max-Age=600; ${rest}`,
    ]);
    const entered = await browser.ask('POST', '/session', { body: { code: testInbox.lastCode() } });
    expect(attributes(entered)).toEqual([
      `__Host-inbox-code; HttpOnly; Max-Age=0; ${rest}`,
      `__Host-inbox-session; HttpOnly; Max-Age=2592000; ${rest}`,
    ]);
    // A subdomain could have set this one.
    const session = browser.cookies.get('__Host-inbox-session') as string;
    const planted = testInbox.browser(new Map([['inbox-session', session]]));
    expect((await planted.ask('GET', '/sessions')).status).toBe(401);
  });

  test('on the machine itself, over http, lack only the prefix and Secure', async () => {
    const testInbox = await startTestInbox({ config: { siteUrl: null } });
    const browser = await testInbox.browser().signIn();
    const again = await browser.ask('POST', '/session', {
      body: { token: await newSignInLinkToken(testInbox.db) },
    });
    expect(attributes(again)).toContain('inbox-session; HttpOnly; Max-Age=2592000; Path=/; SameSite=Strict');
    expect((await browser.ask('GET', '/sessions')).status).toBe(200);
  });
});
