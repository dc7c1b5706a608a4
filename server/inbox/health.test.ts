import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Health } from '../../contract/inbox.ts';
import { backUp } from '../../scripts/backup.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { startTestInbox, type TestBrowser, type TestInbox } from '../../tests/inbox.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { openStore, sqliteFile } from '../store/open.ts';

let hook: Awaited<ReturnType<typeof startHttpStandIn>>;
beforeAll(async () => {
  hook = await startHttpStandIn(() => ({ status: 204 }));
});
afterAll(() => hook.stop());

let inbox: TestInbox;
let browser: TestBrowser;
const start = async (environment: Record<string, string> = {}) => {
  inbox = await startTestInbox({
    WEBHOOK_URL: hook.url,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'a').toString('base64')}`,
    ...environment,
  });
  browser = await inbox.browser().signIn();
};
afterEach(() => inbox.stop());

const health = async () => (await (await browser.ask('GET', '/health')).json()) as Health;

describe('health', () => {
  it('tells of the store, every channel and the last backup', async () => {
    await start();
    const before = await health();
    expect(before).toMatchObject({ store: { kind: 'sqlite', writable: true }, lastBackupAt: null });
    expect(before.lastDigestAt).toBeNull();
    expect(before.channels.map(({ channel }) => channel).sort()).toEqual([
      ...['email:helper@example.uz', 'email:owner@example.uz', 'telegram', 'webhook'],
    ]);
    const { dataDir } = inbox.config;
    await backUp(sqliteFile(dataDir), join(dataDir, 'backups', 'leads-2026-11-16.db'));
    const { lastBackupAt } = await health();
    expect(Date.parse(lastBackupAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('tells when the last digest went out, and which leads a channel was given up on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'health-test-'));
    const store = await openStore({ dataDir: folder, databaseUrl: null });
    const at = new Date(Date.now() - 60_000);
    await store.notices.told({ kind: 'digest', key: '2026-11-16', channel: 'telegram', saying: 'sent' }, at);
    const { ref } = await store.addLead(exampleNewLead());
    await store.deliveries.enrol(['webhook']);
    for (const delivery of await store.deliveries.claim('webhook', 1, 1000))
      await store.deliveries.failed(delivery, 'gone', null);
    await store.close();
    await start({ DATA_DIR: folder });
    const { channels, lastDigestAt } = await health();
    expect(lastDigestAt).toBe(at.toISOString());
    expect(channels).toContainEqual(
      expect.objectContaining({ channel: 'webhook', dead: 1, deadLeads: [ref] }),
    );
    rmSync(folder, { recursive: true });
  });
});

describe('the bot', () => {
  const bot = async () => (await health()).bot;
  it.each([
    ['heard', {}, { state: 'well', words: null }],
    ['switched off', { TELEGRAM_BUTTONS: 'off' }, { state: 'off', words: null }],
    [
      'not known to Telegram',
      { TELEGRAM_BOT_TOKEN: '1:wrong' },
      { state: 'token', words: 'HTTP 401: Unauthorized' },
    ],
    ['without a chat', { TELEGRAM_CHAT_ID: '' }, { state: 'unset', words: null }],
    ['not there', { TELEGRAM_BOT_TOKEN: '', TELEGRAM_CHAT_ID: '' }, null],
  ])('is told when it is %s', async (_name, environment, told) => {
    await start(environment);
    await vi.waitFor(async () => expect(await bot()).toEqual(told), 10_000);
  });
});

describe('a test message', () => {
  beforeEach(() => start());
  const test = async (channel: unknown) => {
    const answer = await browser.ask('POST', '/health/test', { body: { channel } });
    return [answer.status, await answer.json()];
  };
  const fine = [200, { ok: true, error: null }];

  it('goes to the channel that is named, and says who sent it', async () => {
    expect(await test('telegram')).toEqual(fine);
    expect(inbox.telegram.messages[0]?.text).toMatch(/^Sinov xabari\n\nUni Nodira .*Toshkent vaqti/);
    expect(await test('email:owner@example.uz')).toEqual(fine);
    expect(inbox.mail.mails).toMatchObject([
      { to: ['owner@example.uz'], headers: { subject: 'Sinov xabari' } },
    ]);
    expect(await test('webhook')).toEqual(fine);
    expect(JSON.parse(hook.requests.at(-1)?.body ?? '')).toMatchObject({ type: 'contact_service.notice' });
    expect(hook.requests.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/);
  });

  it('and a code are in the language of the staff', async () => {
    await inbox.stop();
    await start({ STAFF_LANGUAGE: 'ru' });
    await test('telegram');
    expect(inbox.telegram.messages[0]?.text).toMatch(
      /^Тестовое сообщение\n\n.*: Nodira, .* \(по Ташкенту\)\./,
    );
    await browser.ask('POST', '/codes');
    await vi.waitFor(() => expect(inbox.mail.mails).toHaveLength(2), 10_000);
    for (const { headers } of inbox.mail.mails) expect(headers.subject).toBe('Код для входа в раздел заявок');
    expect(inbox.telegram.messages[1]?.text).toMatch(/^Код для входа.*\n\n[\w-]+\n\nВремя: .*\nБраузер: /);
  });

  it('that arrives ends the illness of its channel and its silence, and what waits for it is sent', async () => {
    inbox.telegram.behave({ status: 502, headers: { 'retry-after': '3600' } });
    await inbox.post({ name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' });
    const telegram = async () => (await health()).channels.find(({ channel }) => channel === 'telegram');
    await vi.waitFor(async () => expect((await telegram())?.illSince).not.toBeNull(), 10_000);
    expect(await test('telegram')).toMatchObject([200, { ok: false }]);
    expect((await telegram())?.illSince).not.toBeNull();
    inbox.telegram.behave('accept');
    expect(await test('telegram')).toEqual(fine);
    expect((await telegram())?.illSince).toBeNull();
    await vi.waitFor(() => expect(inbox.telegram.messages).toHaveLength(2), 4000);
  });

  it('tells what the other side said, without our secrets', async () => {
    const description = 'Forbidden: bot 1:token was kicked from the group chat';
    inbox.telegram.behave({ status: 403, body: JSON.stringify({ ok: false, description }) });
    expect(await test('telegram')).toEqual([
      200,
      { ok: false, error: 'HTTP 403: Forbidden: bot *** was kicked from the group chat' },
    ]);
  });

  it('to a channel that is not configured is refused', async () => {
    expect(await test('email:stranger@example.com')).toEqual([404, { error: 'gone' }]);
    expect(await test(7)).toEqual([400, { error: 'invalid' }]);
  });
});
