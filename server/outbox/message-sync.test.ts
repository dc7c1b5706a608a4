import { InputFile } from 'grammy';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import { storeLead } from '../../tests/leads.ts';
import { startTelegramStandIn, type TelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { addNote, changeStatus, setReminder, setSpam } from '../leads/change.ts';
import { eraseLead } from '../leads/erase.ts';
import type { Lead } from '../leads/lead.ts';
import { rememberMessage } from '../leads/messages.ts';
import { messageSync } from './message-sync.ts';
import { outcomeOf } from './queue.ts';
import { telegramSender } from './telegram.ts';
import { createApi } from './telegram-api.ts';
import { usualTiming } from './timing.ts';
import { type Outbox, startOutbox } from './worker.ts';

const config = { token: '123456:secret-token', chatId: '-42', buttons: true };
const who = 'Aziza';
const hour = 3_600_000;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let telegram: TelegramStandIn;
let db: Db;
let lead: Lead;
let outbox: Outbox;
beforeEach(async () => {
  vi.clearAllMocks();
  db = await openTestDatabase();
  telegram = await startTelegramStandIn({ ...config });
  lead = await storeLead(db);
  const sender = telegramSender({ ...config, apiUrl: telegram.url }, { db, log });
  await sender.sendLead(lead, { key: 'lead', signal: new AbortController().signal });
  await start();
});
afterEach(async () => {
  await outbox.stop();
  await telegram.stop();
});

const timing = { ...usualTiming, pollMs: 10, retryDelaysMs: [10, 10] };
async function start(changes: Partial<typeof config> = {}): Promise<void> {
  await outbox?.stop();
  const sync = { config: { ...config, apiUrl: telegram.url, ...changes }, db, inbox: null };
  outbox = await startOutbox({ db, channels: ['telegram'], handlers: [messageSync(sync)], log, timing });
}

const message = () => telegram.messages[0] ?? expect.fail('no message');
const shows = (text: string) => vi.waitFor(() => expect(message().text).toContain(text), 20_000);
const edits = () => db.all<{ state: string }>(sql`select state, last_error from outbox where kind = 'edit'`);
const editBecomes = (edit: object) => vi.waitFor(async () => expect(await edits()).toEqual([edit]), 20_000);
async function erase(): Promise<string> {
  const erased = await eraseLead(db, lead.ref);
  const keys = erased?.deletions ?? [];
  await vi.waitFor(async () => expect(await outcomeOf(db, keys)).not.toBe('pending'), 20_000);
  return outcomeOf(db, keys);
}

describe('an edit', () => {
  test('shows status, notes, reminder and spam with their authors, and the buttons that follow', async () => {
    await changeStatus(db, lead.ref, { from: 'new', to: 'contacted' }, { who });
    await shows('Holati: Bogʻlandik · Aziza, ');
    expect(
      message()
        .buttons.flat()
        .map(({ text }) => text),
    ).toContain('✓ Bogʻlandik');
    await addNote(db, lead.ref, 'ertaga 10 da', { who: 'Sardor' });
    await shows('Izoh: ertaga 10 da · Sardor, ');
    await setReminder(db, lead.ref, new Date(Date.now() + hour), { who });
    await shows('Eslatma: ');
    await setSpam(db, lead.ref, true, { who });
    await shows('Spam · Aziza, ');
    expect(message().buttons).toHaveLength(1);
    expect(message().text).toContain('Dilnoza Karimova');
  });

  test('shows the last three notes, cut, and leaves room for the lead', async () => {
    for (const note of ['birinchi', 'x'.repeat(5000), 'y'.repeat(5000), 'oxirgi'])
      await addNote(db, lead.ref, note, { who });
    await shows('oxirgi');
    expect(message().text).not.toContain('birinchi');
    expect(message().text).toMatch(/x{200}… · Aziza[\s\S]*Italiya haqida/);
  });

  test('that changes nothing is done', async () => {
    await addNote(db, lead.ref, 'salom', { who });
    await shows('salom');
    await db.run(sql`update outbox set state = 'pending' where kind = 'edit'`);
    await editBecomes({ state: 'done', last_error: null });
    expect(message().edits).toBe(1);
  });

  test('of a message that somebody deleted is done, and the message is forgotten', async () => {
    message().deleted = true;
    await addNote(db, lead.ref, 'salom', { who });
    await editBecomes({ state: 'done', last_error: null });
    expect(await db.all(sql`select 1 from telegram_messages`)).toEqual([]);
  });

  test('is repeated while Telegram is away', async () => {
    telegram.behaveNext({ status: 502 }, 'hang up');
    await addNote(db, lead.ref, 'salom', { who });
    await shows('salom');
  });

  test('that Telegram refuses for good is not repeated', async () => {
    message().editable = false;
    await addNote(db, lead.ref, 'salom', { who });
    await editBecomes({ state: 'dead', last_error: "HTTP 400: Bad Request: message can't be edited" });
    expect(telegram.requests).toHaveLength(2);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ref: lead.ref }),
      'The Telegram message of this lead could not be updated',
    );
  });

  test('does not happen with TELEGRAM_BUTTONS=off: the message stays as it was sent', async () => {
    await start({ buttons: false });
    await addNote(db, lead.ref, 'salom', { who });
    await editBecomes({ state: 'done', last_error: null });
    expect(message().edits).toBe(0);
    expect(await erase()).toBe('done');
    expect(message().deleted).toBe(true);
  });
});

describe('erasing', () => {
  test('deletes the message', async () => {
    expect(await erase()).toBe('done');
    expect(message().deleted).toBe(true);
  });

  test('deletes it after Telegram was away', async () => {
    telegram.behaveNext({ status: 502 }, 'hang up');
    expect(await erase()).toBe('done');
    expect(message().deleted).toBe(true);
  });

  test('is done when somebody has deleted the message before', async () => {
    message().deleted = true;
    expect(await erase()).toBe('done');
  });

  test('leaves nothing of the lead in a message that is too old to be deleted', async () => {
    telegram.age(49 * hour);
    expect(await erase()).toBe('done');
    expect(message()).toMatchObject({ deleted: false, text: 'Bu murojaat oʻchirilgan.', buttons: [] });
  });

  test('leaves nothing of the lead in a file that is too old to be deleted', async () => {
    const api = createApi({ ...config, apiUrl: telegram.url });
    await api.sendDocument('-42', new InputFile(Buffer.from('Dilnoza'), 'leads.csv'));
    await rememberMessage(db, { chatId: '-42', messageId: 2 }, { kind: 'file' });
    telegram.age(49 * hour);
    expect(await erase()).toBe('done');
    expect(telegram.last()?.file?.bytes.toString()).toBe('Bu murojaat oʻchirilgan.');
  });

  test('says which message a person has to delete', async () => {
    telegram.age(49 * hour);
    message().editable = false;
    expect(await erase()).toBe('dead');
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'delete', error: "HTTP 400: Bad Request: message can't be edited" }),
      expect.stringMatching(/\(chat -42, message 1\) could not be deleted\. Delete it in Telegram by hand$/),
    );
  });

  test('says so as well when the group has become a supergroup since', async () => {
    telegram.migrate('-10099');
    expect(await erase()).toBe('dead');
  });

  test('says so when the bot is still out of the group after the last attempt', async () => {
    telegram.kick();
    expect(await erase()).toBe('dead');
    expect(telegram.requests).toHaveLength(4);
  });
});
