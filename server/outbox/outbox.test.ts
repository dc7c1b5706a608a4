import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable, type Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { changeStatus, setReminder, setSpam } from '#server/leads/change.ts';
import { findLead } from '#server/leads/find.ts';
import { localeIn } from '#server/leads/locale.ts';
import { configuredSenders } from '#server/service.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { storeLead } from '#tests/leads.ts';
import { spiedLog } from '#tests/spied-log.ts';
import { startHttpStandIn } from '#tests/stand-ins/http.ts';
import { startMailStandIn } from '#tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '#tests/stand-ins/telegram.ts';
import type { ChannelConfig, Sender } from './channel.ts';
import { channelFailed, channelStates, deliveriesOf } from './channel-state.ts';
import { allIncidents, compareUndelivered } from './incidents.ts';
import { type Outbox, sendNow, startOutbox } from './outbox.ts';
import { enqueue, enqueueLeads, resendLead } from './queue.ts';

const token = '123456:secret-token';
const staff = 'email:staff@example.uz';
const who = { who: 'Aziza' };
const chief = 'email:chief@example.uz';
const log = spiedLog();

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
let webhook: Awaited<ReturnType<typeof startHttpStandIn>>;
let db: Db;
let running: Outbox[];

beforeEach(async () => {
  vi.clearAllMocks();
  running = [];
  db = await openTestDatabase();
  telegram = await startTelegramStandIn({ token, chatId: '-42' });
  mail = await startMailStandIn();
  webhook = await startHttpStandIn(() => ({ status: 200 }));
});
afterEach(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()));
  await Promise.all([telegram.stop(), mail.stop(), webhook.stop()]);
});

type Kind = 'telegram' | 'email' | 'webhook';

async function start(kinds: Kind[], database = db): Promise<Outbox> {
  const to = ['staff@example.uz', 'Chief@example.uz'];
  const all: ChannelConfig = {
    telegram: { token, chatId: '-42', apiUrl: telegram.url, buttons: true },
    email: { smtpUrl: mail.url, from: 'site@example.uz', to },
    webhook: { url: webhook.url, secret: 'whsec_c2VjcmV0IHNlY3JldA==' },
  };
  const config = { telegram: null, email: null, webhook: null };
  for (const kind of kinds) Object.assign(config, { [kind]: all[kind] });
  const senders = configuredSenders(config, { db: database, log, locale: localeIn(), inboxUrl: null });
  const outbox = startOutbox(database, senders, log);
  running.push(outbox);
  return outbox;
}

// A busy machine may take its time.
const eventually = (check: () => unknown) => vi.waitFor(check, 50_000);
const wake = () => {
  for (const outbox of running) outbox.wake();
};
async function add(number = 1): Promise<string> {
  const { ref } = await storeLead(db, { name: `Visitor ${number}` });
  wake();
  return ref;
}
/** Makes every retry due now. */
async function retryNow(queuedAt = new Date()): Promise<void> {
  await db.run(
    sql`update outbox set due_at = ${new Date().toISOString()}, queued_at = ${queuedAt.toISOString()}
      where state = 'pending'`,
  );
  wake();
}
async function deliveries(ref: string) {
  const lead = await findLead(db, ref);
  return lead ? deliveriesOf(db, lead.id) : [];
}
const delivery = async (ref: string, channel: string) =>
  (await deliveries(ref)).find((delivery) => delivery.channel === channel);
const becomes = (ref: string, channel: string, expected: object) =>
  eventually(async () => expect(await delivery(ref, channel)).toMatchObject(expected));
const arrives = (ref: string, channel = 'telegram') => becomes(ref, channel, { state: 'delivered' });
const failing = async (channel: string) => (await channelStates(db, [channel]))[0]?.lastError;

test('a lead reaches every configured channel, once', async () => {
  await start(['telegram', 'email', 'webhook']);
  const ref = await add();
  for (const channel of ['telegram', staff, chief, 'webhook']) await arrives(ref, channel);
  expect([telegram.messages, mail.mails, webhook.requests].map(({ length }) => length)).toEqual([1, 2, 1]);
});

test('a receiver that is gone is tried no more, and told of at once', async () => {
  webhook.behave({ status: 410 });
  await start(['webhook']);
  const ref = await add();
  await becomes(ref, 'webhook', { state: 'dead', attempts: 1 });
  await eventually(async () => expect(await failing('webhook')).toBe('HTTP 410'));
  await compareUndelivered(db);
  expect((await allIncidents(db)).map(({ name }) => name)).toContain(`dead:lead:${ref}:webhook`);
});

test('staff messages and reminders are sent', async () => {
  const { id: lead_id } = await storeLead(db);
  const to = { channel: 'telegram' } as const;
  const reminder = { reason: 'unanswered', note: null } as const;
  await enqueue(db, { ...to, kind: 'reminder', key: 'a', lead_id, payload: { ...reminder, at: null } });
  await enqueue(db, { ...to, kind: 'staff', key: 'b', payload: { title: 'Hisobot', text: '' } });
  await start(['telegram']);
  const texts = () => telegram.messages.map(({ text }) => text).join();
  await eventually(() => expect(texts()).toMatch(/Hali javob[\s\S]*Hisobot|Hisobot[\s\S]*Hali javob/));
});

describe.each(databases)('two processes with different channels, on %s', (database) => {
  test('bring every lead to each channel once, whoever sees it first', async () => {
    db = await openTestDatabase(database);
    await start(['email']);
    const first = await add(1);
    await arrives(first, staff);
    await start(['telegram']);
    const second = await add(2);
    for (const ref of [first, second])
      for (const channel of ['telegram', staff, chief]) await arrives(ref, channel);
    expect([telegram.messages, mail.mails].map(({ length }) => length)).toEqual([2, 4]);
  });
});

test.each([
  ['answered', 'unanswered', (ref: string) => changeStatus(db, ref, { from: 'new', to: 'contacted' }, who)],
  ['spam', 'unanswered', (ref: string) => setSpam(db, ref, true, who)],
  ['moved', 'due', (ref: string) => setReminder(db, ref, new Date('2030-01-02'), who)],
  ['removed', 'due', (ref: string) => setReminder(db, ref, null, who)],
] as const)('a reminder that waits is dropped when the lead is %s: %s', async (_, reason, change) => {
  const lead = await storeLead(db);
  const at = reason === 'due' ? '2030-01-01T00:00:00.000Z' : null;
  await setReminder(db, lead.ref, new Date('2030-01-01'), who);
  const payload = { reason, note: null, at };
  await enqueue(db, { channel: 'telegram', kind: 'reminder', key: 'a', lead_id: lead.id, payload });
  await change(lead.ref);
  await start(['telegram']);
  await arrives(lead.ref);
  expect(telegram.messages).toHaveLength(1);
  expect(telegram.messages[0]?.text).not.toContain('⏰');
});

test('after an outage the chat gets the leads in order at Telegram’s pace, which costs no attempt', async () => {
  const refs = [];
  for (let i = 0; i < 70; i++) refs.push((await storeLead(db, { name: `Visitor ${i}` })).ref);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
  onTestFinished(() => void vi.useRealTimers());
  await start(['telegram']);
  let arrived = 0;
  await eventually(() => {
    // Time passes only while the bot waits.
    if (telegram.messages.length === arrived) vi.advanceTimersByTime(1000);
    arrived = telegram.messages.length;
    wake();
    expect(arrived).toBe(70);
  });
  await arrives(refs.at(-1) ?? '');
  expect(telegram.requests.length, 'some were answered with 429').toBeGreaterThan(70);
  for (const ref of refs) expect(await delivery(ref, 'telegram')).toMatchObject({ attempts: 1 });
  expect(telegram.messages.map(({ text }) => /Visitor (\d+)/.exec(text)?.[1]).map(Number)).toEqual(
    refs.map((_, i) => i),
  );
  expect(await failing('telegram')).toBeNull();
});

test('an hour without Telegram costs the channel, not the leads: then all are delivered at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
  onTestFinished(() => void vi.useRealTimers());
  telegram.behave('disconnect');
  await start(['telegram']);
  const refs = [await add(1), await add(2)];
  for (let minutes = 0; minutes < 60; minutes += 5) {
    const requests = telegram.requests.length;
    await eventually(() => expect(telegram.requests.length).toBeGreaterThanOrEqual(Math.max(requests, 1)));
    vi.advanceTimersByTime(5 * 60_000);
    wake();
  }
  telegram.behave('accept');
  vi.advanceTimersByTime(5 * 60_000);
  wake();
  for (const ref of refs) await arrives(ref);
  expect(telegram.messages).toHaveLength(2);
});

test('an attempt ends after 45 seconds, whatever the service does', async () => {
  await storeLead(db);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const send = vi.fn(() => new Promise<void>(() => {}));
  running.push(startOutbox(db, [{ channel: 'webhook', secrets: [], send }], log));
  while (send.mock.calls.length === 0) {
    await new Promise(setImmediate);
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(45_000);
  vi.useRealTimers();
  await eventually(async () => expect(await failing('webhook')).toBe('no answer within 45000 ms'));
});

test('a channel that hangs delays no other', async () => {
  webhook.behave('hold');
  await start(['telegram', 'webhook']);
  const refs = [await add(1), await add(2), await add(3)];
  for (const ref of refs) await arrives(ref);
  await eventually(() => expect(webhook.requests).toHaveLength(1));
  webhook.behave('accept');
  webhook.release();
});

test('the end of an outage is noticed before the next attempt is due', async () => {
  const refs = [await add(1), await add(2)];
  await enqueueLeads(db, ['telegram']);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await db.run(sql`update outbox set attempts = 4, due_at = ${inAnHour}`);
  await channelFailed(db, 'telegram', 'HTTP 502');
  telegram.behave({ status: 502 });
  const outbox = await start(['telegram']);
  await eventually(() => expect(telegram.requests.length).toBeGreaterThan(0));
  await outbox.stop();
  for (const ref of refs)
    expect(await delivery(ref, 'telegram')).toMatchObject({ state: 'pending', attempts: 4 });
  telegram.behave('accept');
  await start(['telegram']);
  for (const ref of refs) await arrives(ref);
});

test('after ten attempts in three days a lead is dead, logged with its reference, and can be sent again', async () => {
  telegram.behave({ status: 502 });
  await start(['telegram']);
  const ref = await add();
  const threeDaysAgo = new Date(Date.now() - 72 * 3_600_000);
  for (let attempts = 1; attempts < 10; attempts++) {
    await becomes(ref, 'telegram', { state: 'pending', attempts });
    await retryNow(threeDaysAgo);
  }
  await becomes(ref, 'telegram', { state: 'dead', attempts: 10, nextAttemptAt: null });
  await eventually(() =>
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ref, channel: 'telegram', attempt: 10 }),
      expect.stringContaining(`resend ${ref}`),
    ),
  );
  expect(log.warn).toHaveBeenCalledTimes(9);
  expect(await failing('telegram')).not.toBeNull();

  telegram.behave('accept');
  await resendLead(db, ref, ['telegram'], { who: 'Aziza' });
  wake();
  await arrives(ref);
  await eventually(async () => expect(await failing('telegram')).toBeNull());
});

test('a rejected lead does not make the channel fail', async () => {
  webhook.behave({ status: 422 });
  await start(['webhook']);
  await becomes(await add(), 'webhook', { attempts: 1 });
  expect(await failing('webhook')).toBeNull();
});

test('a mail refused for one recipient is retried, and the other gets it once', async () => {
  mail.behave({ refuse: 'RCPT', code: 450, recipient: 'Chief@example.uz' });
  await start(['email']);
  const ref = await add();
  await arrives(ref, staff);
  await becomes(ref, chief, { attempts: 1 });
  mail.behave('accept');
  await retryNow();
  await arrives(ref, chief);
  expect(mail.mails.map(({ to }) => to)).toEqual([['staff@example.uz'], ['Chief@example.uz']]);
});

test('neither errors nor the log show a visitor or a secret', async () => {
  const { ref } = await storeLead(db);
  const quote = 'Dilnoza Karimova <dilnoza@example.uz> is not welcome (+998 90 123 45 67)';
  const body = JSON.stringify({ ok: false, error_code: 400, description: `${quote} at bot${token}` });
  telegram.behave({ status: 400, body });
  await start(['telegram']);
  await becomes(ref, 'telegram', {
    lastError: 'HTTP 400: *** <***> is not welcome (***) at bot***',
  });
  await eventually(() => expect(log.warn).toHaveBeenCalled());
  const logged = JSON.stringify([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls]);
  expect(logged).toContain(ref);
  expect(logged).not.toMatch(/dilnoza|secret-token|123 45/i);
});

test('delivery pauses while the database is down, and nothing is lost', async () => {
  let isDown = true;
  const get: Db['get'] = (query) =>
    isDown ? Promise.reject(new DatabaseUnavailable('down')) : db.get(query);
  const ref = await add();
  await start(['telegram'], { ...db, get });
  const paused = 'Delivery paused';
  await eventually(() => expect(log.error).toHaveBeenCalledWith(expect.anything(), paused));
  isDown = false;
  await arrives(ref);
});

test('stopping waits for the attempt under way', async () => {
  telegram.behave('hold');
  const outbox = await start(['telegram']);
  const ref = await add();
  await eventually(() => expect(telegram.requests).toHaveLength(1));
  const stopped = outbox.stop();
  telegram.release();
  await stopped;
  expect(await delivery(ref, 'telegram')).toMatchObject({ state: 'delivered' });
});

test('without a channel the log says so once, and leads are kept', async () => {
  const outbox = await start([]);
  const ref = await add();
  await outbox.stop();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^No delivery channel is configured: .* TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID,/),
  );
  expect(await deliveries(ref)).toEqual([]);
});

test('the error of a message sent directly contains neither its sign-in code nor a password', async () => {
  const send = () => Promise.reject(new Error('550 "K7Q2-9F3D" refused by p@ss'));
  const sender: Sender = { channel: 'telegram', secrets: ['p@ss'], send };
  const message = { title: 'Kod', code: 'K7Q2-9F3D', text: '' };
  expect(await sendNow(sender, message)).toBe('550 "***" refused by ***');
});
