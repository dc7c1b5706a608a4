import { beforeEach, describe, expect, test } from 'vitest';
import { raw, sql } from '#server/db/sql.ts';
import { changeStatus } from '#server/leads/change.ts';
import { eraseLead } from '#server/leads/erase.ts';
import { findLeadRecord } from '#server/leads/find.ts';
import { allIncidents } from '#server/outbox/incidents.ts';
import { allLeads } from '#tests/leads.ts';
import { aziza, nobody, type Person, sardor } from '#tests/stand-ins/telegram.ts';
import { eventually, startTestBot, type TestBot } from '#tests/start-test-bot.ts';
import { directAccounts } from './accounts.ts';
import { remainsOf } from './messages.ts';

const lola: Person = { id: 5_901_000_017, first_name: 'Lola', username: 'lola_uz', language_code: 'ru-RU' };
const jasur: Person = { id: 902, first_name: 'Jasur' };
const text = 'Salom! Italiya haqida soʻramoqchi edim.';

let testBot: TestBot;
let telegram: TestBot['telegram'];
let service: Awaited<ReturnType<TestBot['start']>>;
beforeEach(async () => {
  testBot = await startTestBot();
  telegram = testBot.telegram;
  service = await testBot.start();
});

/** Updates are handled in order: afterwards all earlier ones have been handled. */
const handled = () => testBot.ask('/help');
const leads = async () => {
  await handled();
  return allLeads(testBot.db);
};

describe('the first message of a person', () => {
  beforeEach(() => telegram.connect(aziza));

  test('is a lead, and the group sees who wrote to whom', async () => {
    telegram.direct(aziza, lola, { text: `${text} 90 111 22 33` });
    const [lead] = await leads();
    expect(lead).toMatchObject({
      name: 'Lola',
      phone: '+998901112233 @lola_uz',
      message: `${text} 90 111 22 33`,
      language: 'ru',
      source: 'telegram-direct',
      status: 'new',
      telegramId: '5901000017',
      changedBy: null,
    });
    const shown = () => telegram.messages.find(({ text }) => text.includes(lead?.ref ?? ''))?.text;
    await eventually(() => expect(shown()).toMatch(/\nTelegramda kimga yozgan: Aziza Karimova\n/));
  });

  test('is the only one that is stored: no later one, no edit, no deletion', async () => {
    const id = telegram.direct(aziza, lola, { text });
    telegram.direct(aziza, lola, { text: 'Yana savol' });
    telegram.direct(aziza, lola, { message_id: id, text: 'Boshqa', edit_date: 1 });
    telegram.deleteDirect(aziza, lola, [id]);
    expect(await leads()).toMatchObject([{ message: text }]);
    // Nothing was written in that chat, and no message marked as read.
    expect(telegram.requests.map(({ body }) => body).join()).not.toContain('business');
  });

  test.each([
    [{ photo: [{}], caption: 'Diplomim' }, 'Diplomim', ''],
    [{ photo: [{}] }, '[surat]', ''],
    [{ voice: {} }, '[ovozli xabar]', ''],
    [{ contact: { phone_number: '998901112233', user_id: 902 } }, '[kontakt]', '+998901112233'],
    [{ contact: { phone_number: '+998901112233', user_id: 7 } }, '[kontakt]', ''],
    [{ text: 'x'.repeat(4096) }, 'x'.repeat(4096), ''],
  ])('may be media or a contact: %j', async (content, message, phone) => {
    telegram.direct(aziza, jasur, content);
    expect(await leads()).toMatchObject([{ message, phone, language: null }]);
  });

  test('is none by a bot, a colleague, Telegram, oneself, or without content', async () => {
    for (const person of [{ ...lola, is_bot: true }, sardor, { id: 777_000, first_name: 'Telegram' }, aziza])
      telegram.direct(aziza, person, { text: 'Login code: 12345' });
    telegram.direct(aziza, lola, { message_auto_delete_timer_changed: { message_auto_delete_time: 1 } });
    expect(await leads()).toEqual([]);
  });

  test('is a new lead again when the last one is old, lost or erased', async () => {
    telegram.direct(aziza, lola, { text });
    const [first] = await leads();
    await testBot.db.run(sql`update contact_submissions set created_at = '2026-01-01T00:00:00.000Z'`);
    telegram.direct(aziza, lola, { text });
    const [second] = await leads();
    await changeStatus(testBot.db, second?.ref ?? '', { from: 'new', to: 'lost' }, { who: 'Aziza' });
    telegram.direct(aziza, lola, { text });
    const all = await leads();
    expect(all).toHaveLength(3);
    const { others = [] } = (await findLeadRecord(testBot.db, first?.ref ?? '')) ?? {};
    expect(others).toHaveLength(2);
    for (const { ref } of all) await eraseLead(testBot.db, ref);
    telegram.direct(aziza, lola, { text });
    expect(await leads()).toHaveLength(1);
  });

  test('is stored when the database works again', async () => {
    await eventually(() => expect(telegram.isPolled()).toBe(true));
    await testBot.db.script('pragma query_only = on');
    telegram.direct(aziza, lola, { text });
    await eventually(() =>
      expect([telegram.isPolled(), service.lines.join()]).toEqual([false, expect.stringContaining('paused')]),
    );
    await testBot.db.script('pragma query_only = off');
    await eventually(async () => expect(await allLeads(testBot.db)).toHaveLength(1));
  });

  test('leaves no id, name or text behind when the lead is erased', async () => {
    telegram.direct(aziza, lola, { text });
    telegram.direct(aziza, lola, { text: 'Javob' }, aziza);
    const [lead] = await leads();
    await eraseLead(testBot.db, lead?.ref ?? '');
    service.wake();
    await eventually(async () => expect(await remainsOf(testBot.db, lead?.ref ?? '')).toBe('none'));
    const tables = await testBot.db.all<{ name: string }>(
      sql`select name from sqlite_schema where type = 'table'`,
    );
    for (const { name } of tables) {
      const rows = JSON.stringify(await testBot.db.all(sql`select * from ${raw(name)}`));
      expect(rows).not.toMatch(/5901000017|Lola|lola_uz|Italiya/);
    }
    expect(service.lines.join()).not.toMatch(/5901000017|Lola|lola_uz|Italiya/);
  });
});

test('an answer of the account’s owner turns the lead from new to contacted, at its time; a greeting does not', async () => {
  telegram.connect(aziza);
  telegram.direct(aziza, lola, { text });
  const date = Math.floor(Date.now() / 1000) + 60;
  telegram.direct(aziza, lola, { text: 'Salom, tez orada javob beramiz', is_from_offline: true }, aziza);
  const [lead] = await leads();
  expect(lead?.status).toBe('new');
  telegram.direct(aziza, lola, { voice: {}, date }, aziza);
  telegram.direct(aziza, lola, { text: 'Yana', date: date + 9 }, aziza);
  telegram.direct(aziza, jasur, { text: 'Men birinchi yozdim' }, aziza);
  expect(await leads()).toMatchObject([{ status: 'contacted', changedBy: 'Aziza Karimova' }]);
  const events = (await testBot.eventsOf(lead?.ref ?? '')).filter(({ kind }) => kind === 'status');
  expect(events).toMatchObject([{ who: 'Aziza Karimova', at: new Date(date * 1000).toISOString() }]);
});

describe('a connection', () => {
  const accounts = async () => {
    await handled();
    return directAccounts(testBot.db);
  };

  test('of a stranger is ignored and logged once', async () => {
    telegram.connect(nobody);
    for (const message of ['one', 'two']) telegram.direct(nobody, lola, { text: message });
    telegram.direct(nobody, lola, { text: 'three' }, nobody);
    expect(await leads()).toEqual([]);
    expect(await accounts()).toEqual([]);
    expect(service.lines.filter((line) => line.includes('not in the staff’s chat'))).toHaveLength(1);
    expect(service.lines.join()).not.toContain('Nobody');
  });

  test('that ends is an incident until it is there again', async () => {
    telegram.connect(aziza);
    expect(await accounts()).toMatchObject([{ name: 'Aziza Karimova', connected: true }]);
    telegram.connect(aziza, false);
    telegram.direct(aziza, lola, { text });
    expect(await leads()).toEqual([]);
    expect(await accounts()).toMatchObject([{ connected: false }]);
    expect(await allIncidents(testBot.db)).toMatchObject([{ name: 'account:501', error: 'Aziza Karimova' }]);
    telegram.connect(aziza);
    telegram.direct(aziza, lola, { text });
    expect(await leads()).toHaveLength(1);
    expect(await accounts()).toMatchObject([{ connected: true }]);
    expect(await allIncidents(testBot.db)).toEqual([]);
  });

  test('of somebody who has left the chat ends a day later', async () => {
    telegram.connect(aziza);
    telegram.direct(aziza, lola, { text });
    await handled();
    telegram.leave(aziza);
    telegram.direct(aziza, jasur, { text });
    expect(await leads()).toHaveLength(2);
    await testBot.db.run(sql`update telegram_accounts set checked_at = '2026-01-01T00:00:00.000Z'`);
    telegram.direct(aziza, { ...jasur, id: 903 }, { text });
    expect(await leads()).toHaveLength(2);
    expect(await allIncidents(testBot.db)).toHaveLength(1);
  });
});
