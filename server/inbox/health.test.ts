import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Health } from '#contract/inbox.ts';
import { putState } from '#server/db/state.ts';
import { addLead } from '#server/leads/add.ts';
import { channelFailed } from '#server/outbox/channel-state.ts';
import { claim, enqueue, enqueueLeads, markDone, markFailed } from '#server/outbox/queue.ts';
import { type BotStatus, storeBotStatus, takeBotLease } from '#server/telegram/bot-state.ts';
import { fastTempDir } from '#tests/fast-temp-dir.ts';
import { newLead } from '#tests/leads.ts';
import { startTestInbox, type TestBrowser } from '#tests/start-test-inbox.ts';

let testInbox: Awaited<ReturnType<typeof startTestInbox>>;
let browser: TestBrowser;
const wake = vi.fn();
const start = async (options: Parameters<typeof startTestInbox>[0] = {}) => {
  wake.mockClear();
  testInbox = await startTestInbox({ wake, ...options });
  browser = await testInbox.browser().signIn();
};
beforeEach(() => start());

const health = () => browser.get<Health>('/health');
const telegram = async () => (await health()).channels.find(({ channel }) => channel === 'telegram');

describe('health', () => {
  test('covers the database, every channel, backups and the digest', async () => {
    const none = { lastBackupAt: null, lastBackupCommandAt: null, lastDigestAt: null };
    const channels = ['telegram', 'email:owner@example.uz', 'webhook'].map((channel) => ({ channel }));
    const database = { kind: 'sqlite', writable: true };
    expect(await health()).toMatchObject({
      channels,
      database,
      ...none,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    const [backup, command] = [new Date('2026-11-16T04:00:00Z'), new Date('2026-11-16T03:00:00Z')];
    await putState(testInbox.db, 'backup', '/x', backup);
    await putState(testInbox.db, 'backup-command', '/x', command);
    const payload = { title: 'Digest', text: '' };
    await enqueue(testInbox.db, { kind: 'staff', key: 'digest:2026', channel: 'telegram', payload });
    const item = await claim(testInbox.db, 'telegram');
    if (item) await markDone(testInbox.db, item);
    const after = await health();
    expect([after.lastBackupAt, after.lastBackupCommandAt]).toEqual([
      backup.toISOString(),
      command.toISOString(),
    ]);
    expect(Date.parse(after.lastDigestAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('says since when a channel has been failing, and which leads it gave up on', async () => {
    const { ref } = await addLead(testInbox.db, newLead());
    await enqueueLeads(testInbox.db, ['telegram']);
    const item = await claim(testInbox.db, 'telegram');
    if (item) await markFailed(testInbox.db, item, 'HTTP 403');
    await channelFailed(testInbox.db, 'telegram', 'HTTP 403');
    expect(await telegram()).toMatchObject({
      dead: 1,
      undeliveredLeads: [ref],
      lastError: 'HTTP 403',
      failingSince: expect.stringMatching(/^20/),
    });
  });

  test.each([
    ['switched off', { buttons: false }, { state: 'off', detail: null }],
    ['not running', { buttons: true }, { state: 'not-polling', detail: null }],
    ['not configured', null, null],
  ])('shows that the bot is %s', async (_, bot, shown) => {
    await start({ config: { bot: bot && { token: '1:token', chatId: '1', apiUrl: '', ...bot } } });
    expect((await health()).bot).toEqual(shown);
  });

  test('shows the state that the bot reported', async () => {
    const reported: BotStatus = { state: 'chat-moved', detail: '-1007' };
    await takeBotLease(testInbox.db, 'bot', 60_000);
    await storeBotStatus(testInbox.db, reported);
    expect((await health()).bot).toEqual(reported);
  });
});

test('the last backup can be downloaded by whoever is signed in, and by nobody else', async () => {
  const dataDir = mkdtempSync(join(fastTempDir(), 'backup-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await start({ config: { dataDir } });
  const { db } = testInbox;
  expect((await browser.ask('GET', '/backup')).status).toBe(404);
  mkdirSync(join(dataDir, 'backups'));
  writeFileSync(join(dataDir, 'backups/leads-1.db'), 'all leads');
  writeFileSync(join(dataDir, 'secret'), 'secret');
  await putState(db, 'backup', '/moved/backups/leads-1.db');
  const answer = await browser.ask('GET', '/backup');
  expect(await answer.text()).toBe('all leads');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leads-1.db"');
  expect((await testInbox.browser().ask('GET', '/backup')).status).toBe(401);
  await putState(db, 'backup', '../secret');
  expect((await browser.ask('GET', '/backup')).status).toBe(404);
});

describe('a test message', () => {
  const send = (channel: unknown) => browser.answer('POST', '/health/test', { body: { channel } });
  const fine = [200, { ok: true, error: null }];

  test('is sent to the chosen channel and names the sender', async () => {
    expect(await send('telegram')).toEqual(fine);
    expect(testInbox.staffMessages).toMatchObject([
      {
        channel: 'telegram',
        message: { title: 'Sinov xabari', text: expect.stringMatching(/^Nodira /) },
      },
    ]);
    expect(wake).toHaveBeenCalled();
  });

  test("is in the staff's language, as a sign-in code is", async () => {
    await start({ config: { language: 'ru' } });
    await send('telegram');
    await browser.ask('POST', '/codes');
    const titles = testInbox.staffMessages.map(({ message }) => message.title);
    expect(titles.slice(0, 2)).toEqual(['Тестовое сообщение', 'Код для входа в раздел заявок']);
  });

  test('that was refused marks the channel as failing, without our secrets', async () => {
    testInbox.behave('telegram', () => Promise.reject(new Error('HTTP 403: bot 1:token was kicked')));
    const error = 'HTTP 403: bot *** was kicked';
    expect(await send('telegram')).toEqual([200, { ok: false, error }]);
    const failing = { lastError: error, failingSince: expect.stringMatching(/^20/) };
    expect(await telegram()).toMatchObject(failing);
  });

  test('to a channel that is not configured is refused', async () => {
    expect(await send('email:stranger@example.com')).toEqual([404, { error: 'not-found' }]);
    expect(await send(7)).toEqual([400, { error: 'invalid' }]);
  });
});
