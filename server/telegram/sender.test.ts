import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable, type Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { setReminder } from '#server/leads/change.ts';
import type { Lead } from '#server/leads/lead.ts';
import { localeIn } from '#server/leads/locale.ts';
import { openTestDatabase } from '#tests/database.ts';
import { storeLead } from '#tests/leads.ts';
import { spiedLog } from '#tests/spied-log.ts';
import { startTelegramStandIn, type TelegramStandIn } from '#tests/stand-ins/telegram.ts';
import { currentChatId, isConfiguredChat } from './chat-id.ts';
import { telegramSender } from './sender.ts';

const token = '123456:secret-token';
const inboxUrl = 'https://example.uz/inbox';
const log = spiedLog();
const arrived = new Date('2026-10-31T20:05:09.876Z');

let telegram: TelegramStandIn;
let db: Db;
beforeEach(async () => {
  vi.clearAllMocks();
  db = await openTestDatabase();
  telegram = await startTelegramStandIn({ token, chatId: '-42' });
});
afterEach(() => telegram.stop());

const sender = (changes: object = {}, inboxUrl: string | null = null, database = db) =>
  telegramSender(
    { token, chatId: '-42', apiUrl: telegram.url, buttons: true, ...changes },
    { db: database, log, inboxUrl, locale: localeIn() },
  );
const sendLead = (lead: Lead, by = sender()) => by.send({ kind: 'lead', key: 'lead', lead });
const send = async (changes = {}) => sendLead(await storeLead(db, changes, arrived));
const recordedMessages = () =>
  db.all<object>(sql`select chat_id, message_id, lead_id, kind from telegram_messages order by message_id`);

describe('the message', () => {
  test('shows the lead as the staff should read it', async () => {
    const lead = await storeLead(db, {}, arrived);
    await sendLead(lead);
    expect(telegram.messages[0]?.text).toBe(
      [
        `Yangi murojaat ${lead.ref}`,
        '',
        'Ism: Dilnoza Karimova',
        'Telefon: +998 90 123 45 67 (+998901234567)',
        'E-mail: dilnoza@example.uz',
        'Sahifa tili: oʻzbekcha',
        'Vaqt: 1-noyabr, 01:05 (Toshkent vaqti)',
        'Telegram orqali yozish',
        '',
        'Xabar:',
        'Salom!\nItaliya haqida soʻramoqchi edim.',
      ].join('\n'),
    );
    expect(telegram.messages[0]?.html).toContain('<a href="https://t.me/+998901234567">');
  });

  test('shows markup as text', async () => {
    const typed = '</b><a href="https://evil.example">click</a> & <script>';
    await send({ name: typed, message: typed });
    expect(telegram.messages[0]?.text).toContain(`Ism: ${typed}`);
    expect(telegram.messages[0]?.html).not.toContain('<a href="https://evil');
  });

  test.each(['a', '<', 'a🎓'])('of 5,000 × %j is cut to fit, with the contact data whole', async (letter) => {
    await send({ name: letter.repeat(200), message: letter.repeat(5000) });
    const text = telegram.messages[0]?.text ?? '';
    expect(text).toContain('+998901234567');
    expect(text).toContain('dilnoza@example.uz');
    expect(text).toMatch(/Matn qisqartirildi\. .* \w{4}-\w{4}$/);
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeGreaterThan(3000);
  });

  test('links to the inbox, where the whole text is', async () => {
    const lead = await storeLead(db, { message: 'a'.repeat(5000) });
    await sendLead(lead, sender({}, inboxUrl));
    expect(telegram.last()?.html).toContain(`<a href="${inboxUrl}/leads/${lead.ref}">${lead.ref}</a>`);
    expect(telegram.last()?.text).toMatch(new RegExp(`Toʻliq matn: ${inboxUrl}/leads/${lead.ref}$`));
  });

  test('says how many other leads have the same number', async () => {
    for (const phone of ['901234567', '8 90 123-45-67', '90 123 45 68']) await storeLead(db, { phone });
    const lead = await storeLead(db);
    await sendLead(lead, sender({}, inboxUrl));
    expect(telegram.last()?.html).toContain(
      `<a href="${inboxUrl}/leads/${lead.ref}">Bu odamning boshqa murojaatlari: 2</a>`,
    );
  });

  test('is recorded, to be edited and deleted with the lead', async () => {
    const lead = await storeLead(db);
    await sendLead(lead);
    expect(await recordedMessages()).toEqual([
      { chat_id: '-42', message_id: 1, lead_id: lead.id, kind: 'lead' },
    ]);
  });
});

describe('a reminder', () => {
  const remind = (lead: Lead, note: string | null = null) =>
    sender().send({ kind: 'reminder', key: 'due', lead, reason: note ? 'due' : 'unanswered', note });

  test('is a reply to the lead’s message and has its buttons', async () => {
    const lead = await storeLead(db);
    await sendLead(await storeLead(db));
    await sendLead(lead);
    await setReminder(db, lead.ref, new Date(Date.now() + 3_600_000), { who: 'Aziza' });
    await remind(lead);
    expect(telegram.last()).toMatchObject({ replyTo: 2 });
    expect(telegram.last()?.text).toMatch(
      /^⏰ Hali javob berilmagan\nYangi murojaat .*\nEslatma: .* · Aziza, /,
    );
    expect(
      telegram
        .last()
        ?.buttons.flat()
        .map(({ text }) => text),
    ).toContain('✓ Eslatish');
    expect(await recordedMessages()).toHaveLength(3);
  });

  test('is sent without a first message, too', async () => {
    await remind(await storeLead(db), 'onasi <b>bilan</b>');
    expect(telegram.last()).toMatchObject({ replyTo: null });
    expect(telegram.last()?.text).toMatch(/^⏰ Eslatma: onasi <b>bilan<\/b>\n/);
  });
});

test('a staff message has a code to copy', async () => {
  const message = { title: 'Kirish <kodi>', code: 'ABCD-1234', text: 'Kod 10 daqiqa ishlaydi.' };
  await sender().send({ kind: 'staff', key: 'code', ...message });
  expect(telegram.last()?.html).toBe(
    '<b>Kirish &lt;kodi&gt;</b>\n\n<code>ABCD-1234</code>\n\nKod 10 daqiqa ishlaydi.',
  );
  expect(await recordedMessages()).toEqual([]);
});

test('a staff message is sent while the database is down', async () => {
  const get = () => Promise.reject(new DatabaseUnavailable('down'));
  const by = sender({}, null, { ...db, get });
  await by.send({ kind: 'staff', key: 'a', title: 'a', text: 'b' });
  expect(telegram.messages).toHaveLength(1);
});

test('a group that became a supergroup is followed, by every process, until the configuration has its new id', async () => {
  telegram.migrate('-10099');
  const by = sender();
  for (const lead of [await storeLead(db), await storeLead(db)]) await sendLead(lead, by);
  await sendLead(await storeLead(db), sender());
  expect(telegram.messages.map(({ chatId }) => chatId)).toEqual(['-10099', '-10099', '-10099']);
  expect(telegram.requests).toHaveLength(4);
  expect(await recordedMessages()).toMatchObject([{ chat_id: '-10099' }, {}, {}]);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('TELEGRAM_CHAT_ID to -10099'));

  expect(await isConfiguredChat(db, '-42', { id: -42 })).toBe(true);
  expect(await isConfiguredChat(db, '-42', { id: -10_099 })).toBe(true);
  expect(await isConfiguredChat(db, '-10099', { id: -42 })).toBe(true);
  expect(await isConfiguredChat(db, '-42', { id: -7 })).toBe(false);
  expect(await isConfiguredChat(db, '-7', { id: -42 })).toBe(false);
  expect(await isConfiguredChat(db, '@Leads', { id: -7, username: 'leads' })).toBe(true);
  expect(await currentChatId(db, '-7')).toBe('-7');
});

describe('an error', () => {
  const refuse = (status: number, answer: object) =>
    telegram.behaveNext({ status, body: JSON.stringify({ ok: false, error_code: status, ...answer }) });

  test('429 tells how long to wait', async () => {
    refuse(429, { description: 'Too Many Requests', parameters: { retry_after: 31 } });
    await expect(send()).rejects.toMatchObject({ name: 'RateLimited', retryAfterMs: 31_000 });
  });

  test.each([
    ['Bad Request: message text is empty', 'Rejected'],
    ['Bad Request: chat not found', 'Error'],
    ['Bad Request: not enough rights to send text messages to the chat', 'Error'],
  ])('rejects the message or fails the channel: %s', async (description, name) => {
    refuse(400, { description });
    await expect(send()).rejects.toMatchObject({ name, message: `HTTP 400: ${description}` });
  });

  test('is thrown for a redirect: the token goes to no other host', async () => {
    const other = await startTelegramStandIn({ token, chatId: '-42' });
    telegram.behave({ status: 307, headers: { location: `${other.url}/bot${token}/sendMessage` } });
    await expect(send()).rejects.toThrow('redirect');
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('is thrown after ten seconds of silence', async () => {
    telegram.behave('hold');
    const lead = await storeLead(db);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sent = sendLead(lead);
    const failed = expect(sent).rejects.toThrow('timed out after 10 seconds');
    while (telegram.requests.length === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(10_000);
    await failed;
  });
});
