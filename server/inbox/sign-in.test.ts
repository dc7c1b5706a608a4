import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sessions } from '../../contract/inbox.ts';
import { codeIn, startTestInbox, type TestBrowser, type TestInbox } from '../../tests/inbox.ts';
import { configuredSenders } from '../deliveries/deliveries.ts';
import { createLog } from '../log.ts';
import { openStore, sqliteFile } from '../store/open.ts';
import { noRateLimit } from '../submissions/rate-limit.ts';
import { codesPerHourEach, createSignIn, newAddressToken } from './sign-in.ts';

const site = { SITE_URL: 'https://example.uz' };
const wrong = '0000-0000';

const answerOf = async (response: Response) => [response.status, await response.json()];
const enter = (browser: TestBrowser, code: string) => browser.ask('POST', '/session', { body: { code } });

describe('signing in', () => {
  let inbox: TestInbox;
  let browser: TestBrowser;
  beforeEach(async () => {
    inbox = await startTestInbox({ ...site, TRUSTED_PROXIES: '127.0.0.1' });
    browser = inbox.browser();
  });
  afterEach(() => inbox.stop());
  const dead = [401, { error: 'dead' }];

  it('takes a code that came to the chat and to every mailbox, and a name', async () => {
    expect(await answerOf(await browser.ask('GET', '/door'))).toEqual([200, { canSendCode: true, me: null }]);
    const asked = await browser.ask('POST', '/codes', {
      headers: {
        'User-Agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/142.0 Mobile <b>hack</b>',
      },
    });
    expect(await answerOf(asked)).toEqual([202, { expiresInSeconds: 600 }]);
    await vi.waitFor(() => expect(inbox.mail.mails).toHaveLength(2), 10_000);
    const [message] = inbox.telegram.messages;
    const code = codeIn(message?.text);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const text of [message?.text, ...inbox.mail.mails.map((mail) => mail.text)]) {
      expect(text).toContain(code);
      expect(text).toMatch(/Vaqt: \d+-[a-z]+, \d\d:\d\d \(Toshkent vaqti\)/);
      expect(text).toContain('Brauzer: Chrome, Android\n');
    }
    expect(inbox.mail.mails.flatMap(({ to }) => to).sort()).toEqual([
      'helper@example.uz',
      'owner@example.uz',
    ]);

    // However it is typed.
    expect(await answerOf(await enter(browser, ` ${code.toLowerCase().replace('-', '')}`))).toEqual([
      200,
      { name: null },
    ]);
    const named = await browser.ask('PUT', '/me', { body: { name: '  Nodira \u202e opa ' } });
    expect(await answerOf(named)).toEqual([200, { name: 'Nodira opa' }]);
    expect(await (await browser.ask('GET', '/door')).json()).toMatchObject({ me: { name: 'Nodira opa' } });
  });

  it('gives a code five tries, then it is dead, also for who has it', async () => {
    await browser.ask('POST', '/codes');
    for (const left of [4, 3, 2, 1])
      expect(await answerOf(await enter(browser, wrong))).toEqual([401, { error: 'wrong', left }]);
    expect(await answerOf(await enter(browser, wrong))).toEqual(dead);
    expect(await answerOf(await enter(browser, inbox.lastCode()))).toEqual(dead);
  });

  it('takes a code once', async () => {
    await browser.ask('POST', '/codes');
    const thief = inbox.browser();
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await enter(browser, inbox.lastCode())).status).toBe(200);
    expect(await answerOf(await enter(thief, inbox.lastCode()))).toEqual(dead);
  });

  it('takes a code from the browser that asked for it, and no other', async () => {
    await browser.ask('POST', '/codes');
    const other = inbox.browser();
    expect(await answerOf(await enter(other, inbox.lastCode()))).toEqual(dead);
    const code = inbox.lastCode();
    await other.ask('POST', '/codes');
    expect(await answerOf(await enter(other, code))).toEqual([401, { error: 'wrong', left: 4 }]);
    expect((await enter(browser, code)).status).toBe(200);
  });

  it('sends a few codes an hour, to one browser after the other, and no more to anybody', async () => {
    for (let i = 0; i < codesPerHourEach.points; i++)
      expect((await browser.ask('POST', '/codes')).status).toBe(202);
    const refused = await browser.ask('POST', '/codes');
    const [status, answer] = await answerOf(refused);
    expect([status, answer]).toEqual([429, { error: 'limited', retryAfterSeconds: expect.any(Number) }]);
    expect(refused.headers.get('retry-after')).toBe(String(answer.retryAfterSeconds));
    expect(inbox.telegram.messages).toHaveLength(codesPerHourEach.points);
    expect((await enter(browser, inbox.lastCode())).status).toBe(200);
    expect((await browser.ask('POST', '/codes')).status).toBe(202);
  });

  it('keeps nothing that opens the door, in the store or in a cookie that was there before', async () => {
    browser.cookies.set('__Host-inbox-session', 'A'.repeat(43));
    await browser.ask('POST', '/codes');
    const code = inbox.lastCode();
    const asked = browser.cookies.get('__Host-inbox-code') as string;
    const kept = everythingIn(inbox);
    await enter(browser, code);
    const session = browser.cookies.get('__Host-inbox-session') as string;
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(session).not.toBe('A'.repeat(43));
    expect(session).not.toBe(asked);
    expect(browser.cookies.has('__Host-inbox-code')).toBe(false);
    const all = kept + everythingIn(inbox);
    expect(all).toContain('holder');
    for (const secret of [code, code.replace('-', ''), asked, session]) expect(all).not.toContain(secret);
  });

  it('opens by a one-time address in any browser, once', async () => {
    const store = await openStore(inbox.config);
    const token = await newAddressToken(store.signIn);
    await store.close();
    const [first, second] = [inbox.browser(), inbox.browser()];
    expect((await first.ask('POST', '/session', { body: { token } })).status).toBe(200);
    expect(await answerOf(await second.ask('POST', '/session', { body: { token } }))).toEqual(dead);
    expect(await answerOf(await second.ask('POST', '/session', { body: { token: 'x' } }))).toEqual(dead);
  });

  it('signs out one browser, or everybody', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => inbox.browser().signIn()));
    const copy = inbox.browser();
    for (const [name, value] of one?.cookies ?? []) copy.cookies.set(name, value);
    expect((await one?.ask('DELETE', '/session'))?.status).toBe(204);
    expect(one?.cookies.size).toBe(0);
    expect((await copy.ask('GET', '/sessions')).status).toBe(401);
    expect((await two?.ask('GET', '/sessions'))?.status).toBe(200);

    await browser.ask('POST', '/codes');
    expect((await two?.ask('DELETE', '/sessions'))?.status).toBe(204);
    expect((await three?.ask('GET', '/sessions'))?.status).toBe(401);
    expect(await answerOf(await enter(browser, inbox.lastCode()))).toEqual(dead);
  });

  it('shows who is signed in, and signs out one of them alone', async () => {
    const nodira = await inbox.browser().signIn();
    const other = inbox.browser();
    const store = await openStore(inbox.config);
    const token = await newAddressToken(store.signIn);
    const headers = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36' };
    await other.ask('POST', '/session', { body: { token }, headers });
    await other.ask('PUT', '/me', { body: { name: 'Sardor' } });

    const seen = async () => (await (await nodira.ask('GET', '/sessions')).json()) as Sessions;
    const { here, sessions } = await seen();
    expect(sessions.map(({ name, browser }) => [name, browser])).toEqual([
      ['Sardor', 'Chrome, Android'],
      ['Nodira', null],
    ]);
    expect(sessions[1]?.id).toBe(here);
    for (const { since, seenAt } of sessions)
      for (const time of [since, seenAt])
        expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
    // What is shown of another opens nothing.
    const thief = inbox.browser();
    for (const [name] of other.cookies) thief.cookies.set(name, sessions[0]?.id ?? '');
    expect((await thief.ask('GET', '/sessions')).status).toBe(401);

    expect((await nodira.ask('DELETE', `/sessions/${sessions[0]?.id}`)).status).toBe(204);
    expect((await other.ask('GET', '/sessions')).status).toBe(401);
    expect((await seen()).sessions).toMatchObject([{ name: 'Nodira' }]);
    await store.close();
  });

  it('is over after ten minutes for a code or an address, and after thirty days for a session', async () => {
    const store = await openStore(inbox.config);
    let now = Date.now();
    const log = createLog('silent');
    const signIn = createSignIn({
      store: store.signIn,
      senders: configuredSenders(inbox.config, log),
      limits: { all: noRateLimit, each: noRateLimit },
      log,
      now: () => now,
    });
    const minute = 60_000;
    const entering = { client: 'x', browser: 'x' };
    const ask = async () => {
      const asked = await signIn.askForCode({ ...entering, earlier: undefined });
      return 'secret' in asked ? asked.secret : '';
    };
    const [late, inTime] = [await ask(), await ask()];
    const token = await newAddressToken(store.signIn, now);
    now += 10 * minute - 1;
    const entered = await signIn.enterWithCode(inTime, codeIn(inbox.telegram.messages[1]?.text), entering);
    now += 1;
    expect(await signIn.enterWithCode(late, codeIn(inbox.telegram.messages[0]?.text), entering)).toEqual({
      error: 'dead',
    });
    expect(await signIn.enterWithAddress(token, entering)).toEqual({ error: 'dead' });
    const session = 'session' in entered ? entered.session : '';
    now += 30 * 24 * 60 * minute - 2;
    expect(await signIn.findSession(session)).toMatchObject({ name: null });
    now += 2;
    expect(await signIn.findSession(session)).toBeNull();
    await signIn.stop();
    await store.close();
  });
});

describe('a code', () => {
  it('that reaches nobody is said to, is worth nothing, and counts', async () => {
    const inbox = await startTestInbox(site);
    inbox.telegram.behave({ status: 500 });
    inbox.mail.behave('hang up');
    const browser = inbox.browser();
    for (let i = 0; i < codesPerHourEach.points; i++)
      expect(await answerOf(await browser.ask('POST', '/codes'))).toEqual([503, { error: 'unreachable' }]);
    expect((await browser.ask('POST', '/codes')).status).toBe(429);
    expect(browser.cookies.size).toBe(0);
    expect(everythingIn(inbox)).not.toContain('tries_left');
    await inbox.stop();
  });

  it('cannot be asked for where nobody would get it', async () => {
    const none = { TELEGRAM_BOT_TOKEN: '', TELEGRAM_CHAT_ID: '', SMTP_URL: '', MAIL_TO: '' };
    const inbox = await startTestInbox({ ...site, ...none });
    const browser = inbox.browser();
    expect(await answerOf(await browser.ask('GET', '/door'))).toEqual([
      200,
      { canSendCode: false, me: null },
    ]);
    expect(await answerOf(await browser.ask('POST', '/codes'))).toEqual([503, { error: 'no-channel' }]);
    await inbox.stop();
  });
});

describe('the cookies', () => {
  const attributes = (response: Response) =>
    response.headers.getSetCookie().map((line) => {
      const [pair = '', ...rest] = line.split('; ');
      return [pair.split('=')[0], ...rest.sort()].join('; ');
    });

  it('are out of reach of scripts, other sites and plain http, and belong to this host alone', async () => {
    const inbox = await startTestInbox(site);
    const browser = inbox.browser();
    const asked = await browser.ask('POST', '/codes');
    const rest = 'HttpOnly; Max-Age';
    expect(attributes(asked)).toEqual([`__Host-inbox-code; ${rest}=600; Path=/; SameSite=Strict; Secure`]);
    const entered = await enter(browser, inbox.lastCode());
    expect(attributes(entered)).toEqual([
      `__Host-inbox-code; ${rest}=0; Path=/; SameSite=Strict; Secure`,
      `__Host-inbox-session; ${rest}=2592000; Path=/; SameSite=Strict; Secure`,
    ]);
    // One that a subdomain could have set is not looked at.
    const planted = inbox.browser();
    planted.cookies.set('inbox-session', browser.cookies.get('__Host-inbox-session') as string);
    expect((await planted.ask('GET', '/sessions')).status).toBe(401);
    await inbox.stop();
  });
});

/** Every row of the two tables, as text. */
function everythingIn({ config }: TestInbox): string {
  const db = new DatabaseSync(sqliteFile(config.dataDir), { readOnly: true });
  const rows = ['sign_in_codes', 'sessions'].map((table) => db.prepare(`select * from ${table}`).all());
  db.close();
  return JSON.stringify(rows);
}
