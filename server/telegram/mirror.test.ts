import { InputFile } from 'grammy';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { addNote, changeStatus } from '#server/leads/change.ts';
import { eraseLead } from '#server/leads/erase.ts';
import type { Lead } from '#server/leads/lead.ts';
import { localeIn } from '#server/leads/locale.ts';
import { allIncidents } from '#server/outbox/incidents.ts';
import { openTestDatabase } from '#tests/database.ts';
import { storeLead } from '#tests/leads.ts';
import { spiedLog } from '#tests/spied-log.ts';
import { startTelegramStandIn, type TelegramStandIn } from '#tests/stand-ins/telegram.ts';
import { createApi } from './api.ts';
import { recordFile, remainsOf } from './messages.ts';
import { createMirror } from './mirror.ts';
import { telegramSender } from './sender.ts';

const config = { token: '123456:secret-token', chatId: '-42', buttons: true };
const hour = 3_600_000;
const pause = vi.fn();
const log = spiedLog();

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

/** Brings every message up to date. */
async function sync(changes: Partial<typeof config> = {}): Promise<void> {
  const options = { db, log, locale: localeIn(), inboxUrl: null };
  const mirror = createMirror({ config: { ...config, apiUrl: telegram.url, ...changes }, ...options }, pause);
  while (await mirror());
}
const remains = () => remainsOf(db, lead.ref);
async function note(text = 'salom', changes: Partial<typeof config> = {}): Promise<void> {
  await addNote(db, lead.ref, text, { who: 'Aziza' });
  await sync(changes);
}
/** After the wait that follows a failure. */
async function later(): Promise<void> {
  await db.run(sql`update telegram_messages set due_at = '2026-01-01T00:00:00.000Z'`);
  await sync();
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

  test('is tried again when Telegram was down, and given up when Telegram refuses it, until the next change', async () => {
    telegram.behaveNext('disconnect');
    await note();
    expect(message().edits).toBe(0);
    await later();
    expect(message().edits).toBe(1);
    message().editable = false;
    await note('refused');
    message().editable = true;
    await later();
    expect(message().edits).toBe(1);
    await note('accepted');
    expect(message().text).toMatch(/refused[\s\S]*accepted/);
  });

  test('waits as long as Telegram asks, for all messages', async () => {
    const body = { ok: false, error_code: 429, description: 'Too Many', parameters: { retry_after: 40 } };
    telegram.behaveNext({ status: 429, body: JSON.stringify(body) });
    pause.mockImplementationOnce(() => telegram.behave('accept'));
    await note();
    expect(pause).toHaveBeenCalledExactlyOnceWith(40_000);
    expect(message().edits).toBe(1);
  });

  test('follows a change that was made while the message was being sent', async () => {
    telegram.behaveNext('hold');
    const other = await storeLead(db);
    const sent = sender().send({ kind: 'lead', key: 'other', lead: other });
    await vi.waitUntil(() => telegram.requests.length === 2);
    await changeStatus(db, other.ref, { from: 'new', to: 'contacted' }, { who: 'Aziza' });
    telegram.release();
    await sent;
    await sync();
    expect(telegram.last()?.text).toMatch(new RegExp(`^Murojaat ${other.ref}\nHolati: Bogʻlandik · Aziza`));
    expect(telegram.last()?.buttons[0]?.[0]?.text).toBe('✓ Bogʻlandik');
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
    await recordFile(db, { chatId: '-42', messageId: 2 }, new Date());
    telegram.age(49 * hour);
    await erase();
    expect(telegram.last()?.file?.bytes.toString()).toBe('Bu murojaat oʻchirilgan.');
  });

  test('deletes a message whose lead was erased while it was being sent', async () => {
    const other = await storeLead(db);
    telegram.behaveNext('hold');
    const sent = sender().send({ kind: 'lead', key: 'other', lead: other });
    await vi.waitUntil(() => telegram.requests.length === 2);
    await eraseLead(db, other.ref);
    telegram.release();
    await sent;
    await sync();
    expect(telegram.messages[1]?.deleted).toBe(true);
  });

  test('is an incident at once where only a person can delete the message', async () => {
    telegram.age(49 * hour);
    message().editable = false;
    await erase();
    expect(await remains()).toBe('given-up');
    expect(await allIncidents(db)).toMatchObject([
      { name: `undeleted:lead:${lead.ref}`, error: "HTTP 400: Bad Request: message can't be edited" },
    ]);
  });
});
