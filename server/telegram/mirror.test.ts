import { InputFile } from 'grammy';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { addNote } from '#server/leads/change.ts';
import { eraseLead } from '#server/leads/erase.ts';
import type { Lead } from '#server/leads/lead.ts';
import { localeIn } from '#server/leads/locale.ts';
import { recordFile } from '#server/leads/telegram-messages.ts';
import type { TelegramChange } from '#server/outbox/channel.ts';
import { claim } from '#server/outbox/queue.ts';
import { openTestDatabase } from '#tests/database.ts';
import { storeLead } from '#tests/leads.ts';
import { startTelegramStandIn, type TelegramStandIn } from '#tests/stand-ins/telegram.ts';
import { createApi } from './api.ts';
import { telegramSender } from './sender.ts';

const config = { token: '123456:secret-token', chatId: '-42', buttons: true };
const hour = 3_600_000;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let telegram: TelegramStandIn;
let db: Db;
let lead: Lead;
beforeEach(async () => {
  db = await openTestDatabase();
  telegram = await startTelegramStandIn({ ...config });
  lead = await storeLead(db);
  await sender().send({ kind: 'lead', key: 'lead', lead });
});
afterEach(() => telegram.stop());

const sender = (changes: Partial<typeof config> = {}) =>
  telegramSender(
    { ...config, apiUrl: telegram.url, ...changes },
    { db, log, locale: localeIn(), inboxUrl: null },
  );
const message = () => telegram.messages[0] ?? expect.fail('no message');

/** Makes the edits and deletions that are in the outbox. */
async function sync(changes: Partial<typeof config> = {}): Promise<void> {
  for (let item = await claim(db, 'telegram'); item; item = await claim(db, 'telegram')) {
    const change: TelegramChange = { ...JSON.parse(item.payload ?? ''), kind: item.kind, lead };
    await sender(changes).change?.(change);
  }
}
async function note(text = 'salom', changes: Partial<typeof config> = {}): Promise<void> {
  await addNote(db, lead.ref, text, { who: 'Aziza' });
  await sync(changes);
}
async function erase(): Promise<void> {
  await eraseLead(db, lead.ref);
  await sync();
}

describe('an edit', () => {
  test('shows the last three notes, cut, and leaves room for the lead', async () => {
    for (const text of ['birinchi', 'x'.repeat(5000), 'y'.repeat(5000), 'oxirgi'])
      await addNote(db, lead.ref, text, { who: 'Aziza' });
    await sync();
    expect(message().text).not.toContain('birinchi');
    expect(message().text).toMatch(/x{200}… · Aziza[\s\S]*oxirgi[\s\S]*Italiya haqida/);
  });

  test('is retried while Telegram is down, but not when Telegram refuses it', async () => {
    telegram.behaveNext('disconnect');
    await expect(note()).rejects.toMatchObject({ name: 'Error' });
    message().editable = false;
    await expect(note()).rejects.toMatchObject({ name: 'Rejected' });
  });

  test('is skipped with TELEGRAM_BUTTONS=off', async () => {
    await note('salom', { buttons: false });
    expect(message().edits).toBe(0);
  });
});

describe('erasing', () => {
  test('deletes the message', async () => {
    await erase();
    expect(message().deleted).toBe(true);
  });

  test('succeeds when someone has already deleted the message; so does an edit', async () => {
    message().deleted = true;
    await note();
    await erase();
  });

  test('overwrites a message that is too old to be deleted', async () => {
    telegram.age(49 * hour);
    await erase();
    expect(message()).toMatchObject({ deleted: false, text: 'Bu murojaat oʻchirilgan.', buttons: [] });
  });

  test('overwrites a file that is too old to be deleted', async () => {
    const api = createApi({ ...config, apiUrl: telegram.url });
    await api.sendDocument('-42', new InputFile(Buffer.from('Dilnoza'), 'leads.csv'));
    await recordFile(db, { chatId: '-42', messageId: 2 });
    telegram.age(49 * hour);
    await erase();
    expect(telegram.last()?.file?.bytes.toString()).toBe('Bu murojaat oʻchirilgan.');
  });

  test('is not retried where only a person can delete the message', async () => {
    telegram.age(49 * hour);
    message().editable = false;
    await expect(erase()).rejects.toMatchObject({
      name: 'Rejected',
      message: "HTTP 400: Bad Request: message can't be edited",
    });
  });
});
