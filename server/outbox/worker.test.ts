import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import { storeLead } from '../../tests/leads.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { startMailStandIn } from '../../tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { getLead } from '../leads/find.ts';
import { type ChannelConfig, type ChannelKind, configuredChannels, type Sender } from './channel.ts';
import { channelFailed, channelStates } from './channel-state.ts';
import {
  claim,
  enqueueNewLeads,
  enqueueNotice,
  enqueueReminder,
  type Item,
  markFailed,
  resendLead,
} from './queue.ts';
import { configuredSenders } from './senders.ts';
import type { Timing } from './timing.ts';
import { handlerOf, type Outbox, sendNow, startOutbox } from './worker.ts';

const token = '123456:secret-token';
const staff = 'email:staff@example.uz';
const chief = 'email:chief@example.uz';
const timing: Timing = {
  attemptMs: { telegram: 10_000, email: 10_000, webhook: 10_000 },
  retryDelaysMs: Array(9).fill(10),
  ...{ pollMs: 20, leaseMarginMs: 200, databaseWaitMs: 20, stopGraceMs: 10_000 },
};
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
let webhook: Awaited<ReturnType<typeof startHttpStandIn>>;
let db: Db;
let recipients: string[];
const running: Outbox[] = [];

beforeEach(async () => {
  vi.clearAllMocks();
  recipients = ['staff@example.uz'];
  db = await openTestDatabase();
  telegram = await startTelegramStandIn({ token, chatId: '-42' });
  mail = await startMailStandIn();
  webhook = await startHttpStandIn(() => ({ status: 200 }));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((outbox) => outbox.stop()));
  await Promise.all([telegram.stop(), mail.stop(), webhook.stop()]);
});

async function start(kinds: ChannelKind[], changes: Partial<Timing> = {}, from = db): Promise<Outbox> {
  const url = telegram.url;
  const config: ChannelConfig = {
    telegram: kinds.includes('telegram') ? { token, chatId: '-42', apiUrl: url, buttons: true } : null,
    email: kinds.includes('email') ? { smtpUrl: mail.url, from: 'site@example.uz', to: recipients } : null,
    webhook: kinds.includes('webhook') ? { url: webhook.url, secret: 'whsec_c2VjcmV0IHNlY3JldA==' } : null,
  };
  const times = { ...timing, ...changes };
  const senders = configuredSenders(config, { db: from, log, inbox: null });
  const outbox = await startOutbox({
    db: from,
    channels: configuredChannels(config),
    handlers: senders.map((sender) => handlerOf(sender, times)),
    ...{ log, timing: times },
  });
  running.push(outbox);
  return outbox;
}

// A busy machine may take its time.
const eventually = (check: () => unknown) => vi.waitFor(check, 50_000);
const add = async (number = 1) => (await storeLead(db, { name: `Visitor ${number}` })).ref;
const delivery = async (ref: string, channel: string) =>
  (await getLead(db, ref))?.deliveries.find((delivery) => delivery.channel === channel);
const stateBecomes = (ref: string, channel: string, state: string) =>
  eventually(async () => expect(await delivery(ref, channel)).toMatchObject({ state }));
const failing = async (channel: string) => (await channelStates(db, [channel]))[0]?.lastError;

test('a lead reaches every configured channel, once', async () => {
  const outbox = await start(['telegram', 'email', 'webhook']);
  const ref = await add();
  outbox.wake();
  for (const channel of ['telegram', staff, 'webhook']) await stateBecomes(ref, channel, 'delivered');
  expect([telegram.messages, mail.mails, webhook.requests].map(({ length }) => length)).toEqual([1, 1, 1]);
});

test('notices and reminders go the same way', async () => {
  const lead = await storeLead(db);
  const reminder = { reason: 'unanswered', note: null } as const;
  await enqueueReminder(db, { key: 'a', channel: 'telegram', leadId: lead.id, reminder });
  await enqueueNotice(db, { key: 'b', channel: 'webhook', notice: { title: 'Hisobot', text: '' } });
  await start(['telegram', 'webhook']);
  await eventually(() => expect(telegram.messages.map(({ text }) => text).join()).toContain('Hali javob'));
  await eventually(() => expect(webhook.requests.map(({ body }) => body).join()).toContain('Hisobot'));
});

test('a lead that was stored before the start, or by another process, is found without a wake-up', async () => {
  const before = await add(1);
  await start(['telegram']);
  await stateBecomes(before, 'telegram', 'delivered');
  await stateBecomes(await add(2), 'telegram', 'delivered');
});

test('two processes send each lead once', async () => {
  await Promise.all([start(['telegram']), start(['telegram'])]);
  const refs = await Promise.all(Array.from({ length: 30 }, (_, number) => add(number)));
  for (const ref of refs) await stateBecomes(ref, 'telegram', 'delivered');
  expect(telegram.messages).toHaveLength(30);
});

test('a channel that hangs does not delay another', async () => {
  webhook.behave('hang');
  await start(['telegram', 'webhook']);
  const refs = [await add(1), await add(2), await add(3)];
  for (const ref of refs) await stateBecomes(ref, 'telegram', 'delivered');
  await eventually(() => expect(webhook.requests).toHaveLength(1));
  expect(await delivery(refs[0] ?? '', 'webhook')).toMatchObject({ state: 'pending' });
  webhook.behave('accept');
  webhook.release();
});

test('refusals, garbage, silence and broken connections are survived', async () => {
  telegram.behaveNext({ status: 500 }, { status: 200, body: 'garbage' }, 'hang', 'hang up');
  await start(['telegram'], { attemptMs: { telegram: 2000, email: 2000, webhook: 2000 } });
  const ref = await add();
  await stateBecomes(ref, 'telegram', 'delivered');
  expect(await delivery(ref, 'telegram')).toMatchObject({ attempts: 5, lastError: null });
  expect(log.warn).toHaveBeenCalledTimes(4);
  expect(await failing('telegram')).toBeNull();
});

test('a lead that no attempt delivered is dead, logged with its reference, and can be sent again', async () => {
  telegram.behave({ status: 502 });
  const outbox = await start(['telegram']);
  const ref = await add();
  await stateBecomes(ref, 'telegram', 'dead');
  expect(telegram.requests).toHaveLength(10);
  const lastError = 'HTTP 502: not an answer from Telegram';
  expect(await delivery(ref, 'telegram')).toMatchObject({ attempts: 10, nextAttemptAt: null, lastError });
  await eventually(() =>
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ref, channel: 'telegram', attempt: 10 }),
      expect.stringContaining(`resend ${ref}`),
    ),
  );
  expect(await failing('telegram')).toBe(lastError);

  telegram.behave('accept');
  await resendLead(db, ref, ['telegram'], { who: 'Aziza' });
  outbox.wake();
  await stateBecomes(ref, 'telegram', 'delivered');
  await eventually(async () => expect(await failing('telegram')).toBeNull());
});

test('Retry-After pauses the whole channel, until something arrives by it', async () => {
  telegram.behaveNext({ status: 429, headers: { 'retry-after': '3600' } });
  const outbox = await start(['telegram']);
  const ref = await add(1);
  await eventually(async () => expect(await delivery(ref, 'telegram')).toMatchObject({ attempts: 1 }));
  const { nextAttemptAt } = (await delivery(ref, 'telegram')) ?? {};
  expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
  const other = await add(2);
  await eventually(async () => expect(await delivery(other, 'telegram')).toMatchObject({ attempts: 0 }));
  expect(telegram.requests).toHaveLength(1);

  await eventually(async () => expect(await failing('telegram')).not.toBeNull());
  await outbox.worked('telegram');
  for (const each of [ref, other]) await stateBecomes(each, 'telegram', 'delivered');
});

test('a lead that is refused for itself does not make the channel fail', async () => {
  webhook.behave({ status: 422 });
  await start(['webhook'], { retryDelaysMs: [] });
  await stateBecomes(await add(), 'webhook', 'dead');
  expect(await failing('webhook')).toBeNull();
});

test('when a failing channel works again, what waits for a retry is sent at once', async () => {
  const waiting = await add(1);
  await enqueueNewLeads(db, ['telegram']);
  await markFailed(db, (await claim(db, 'telegram', 1000)) as Item, 'HTTP 500', 3_600_000);
  await channelFailed(db, 'telegram', 'HTTP 500');
  await start(['telegram']);
  await add(2);
  await stateBecomes(waiting, 'telegram', 'delivered');
});

test('a backlog starts with its newest lead, and its oldest does not wait for all others', async () => {
  telegram.behave('hang');
  await start(['telegram']);
  await add(0);
  await eventually(() => expect(telegram.requests).toHaveLength(1));
  const refs: string[] = [];
  for (let number = 1; number <= 20; number++) refs.push(await add(number));
  await eventually(async () => expect(await delivery(refs.at(-1) ?? '', 'telegram')).toBeDefined());
  telegram.behave('accept');
  telegram.release();
  await eventually(() => expect(telegram.messages).toHaveLength(21));
  const order = telegram.messages.map(({ text }) => Number(/Visitor (\d+)/.exec(text)?.[1]));
  expect(order.slice(0, 4)).toEqual([0, 20, 19, 18]);
  expect(order.indexOf(1)).toBeLessThan(11);
});

test('a recipient who is refused for now is tried again, the other gets the lead once', async () => {
  recipients = ['staff@example.uz', 'Chief@example.uz'];
  mail.behave({ refuse: 'RCPT', code: 450, recipient: 'Chief@example.uz' });
  await start(['email']);
  const ref = await add();
  await stateBecomes(ref, staff, 'delivered');
  await eventually(async () => expect((await delivery(ref, chief))?.attempts).toBeGreaterThan(1));
  mail.behave('accept');
  await stateBecomes(ref, chief, 'delivered');
  expect(mail.mails.map(({ to }) => to).sort()).toEqual([['Chief@example.uz'], ['staff@example.uz']]);
});

test('errors are logged and stored without secrets and without the visitor’s data', async () => {
  const saying = 'Reply-To "Visitor 7" <dilnoza@example.uz> is not welcome (tel. +998901234567)';
  mail.behave({ refuse: 'DATA', code: 550, saying });
  telegram.behave({ status: 400, body: JSON.stringify({ description: `no ${token}: ${saying}` }) });
  await start(['email', 'telegram'], { retryDelaysMs: [] });
  const ref = await add(7);
  for (const channel of [staff, 'telegram']) {
    await stateBecomes(ref, channel, 'dead');
    const { lastError } = (await delivery(ref, channel)) ?? {};
    expect(lastError).toMatch(/Reply-To ".*> is not welcome \(tel\. .*\)/);
    expect(lastError).not.toMatch(/visitor 7|dilnoza|\d{7}/i);
  }
  await eventually(() => expect(log.error).toHaveBeenCalledTimes(2));
  const logged = JSON.stringify([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls]);
  expect(logged).toContain(ref);
  expect(logged).not.toMatch(/visitor 7|dilnoza|secret-token|\d{9}/i);
});

test('a database that is away pauses delivery, and no attempt is lost or counted', async () => {
  let isAway = false;
  const guarded =
    <Arguments extends unknown[], Result>(query: (...values: Arguments) => Promise<Result>) =>
    async (...values: Arguments): Promise<Result> => {
      if (isAway) throw new DatabaseUnavailable('the database is away');
      return query(...values);
    };
  const { all, get, run, transaction } = db;
  const flaky = {
    ...db,
    ...{ all: guarded(all), get: guarded(get), run: guarded(run), transaction: guarded(transaction) },
  } as Db;
  telegram.behave('hang');
  await start(['telegram'], {}, flaky);
  const ref = await add();
  await eventually(() => expect(telegram.requests).toHaveLength(1));
  isAway = true;
  telegram.behave('accept');
  telegram.release();
  await eventually(() =>
    expect(log.error).toHaveBeenCalledWith(expect.anything(), 'Delivery paused: database unavailable'),
  );
  isAway = false;
  await stateBecomes(ref, 'telegram', 'delivered');
  await eventually(() => expect(log.info).toHaveBeenCalledWith(expect.anything(), 'Delivery resumed'));
  expect(telegram.messages, 'its result was kept until the database was back').toHaveLength(1);
});

describe('stopping', () => {
  test('waits for the attempt under way', async () => {
    telegram.behave('hang');
    const outbox = await start(['telegram']);
    const ref = await add();
    await eventually(() => expect(telegram.requests).toHaveLength(1));
    const stopped = outbox.stop();
    telegram.release();
    await stopped;
    expect(await delivery(ref, 'telegram')).toMatchObject({ state: 'delivered' });
  });

  test('abandons an attempt that takes too long, and the next process repeats it at once', async () => {
    telegram.behaveNext('hang');
    const outbox = await start(['telegram'], { stopGraceMs: 20 });
    const ref = await add();
    await eventually(() => expect(telegram.requests).toHaveLength(1));
    await outbox.stop();
    expect(await delivery(ref, 'telegram')).toMatchObject({ state: 'pending', attempts: 0 });
    await start(['telegram']);
    await stateBecomes(ref, 'telegram', 'delivered');
  });
});

test('without a channel the log says so once, and leads are kept', async () => {
  const outbox = await start([]);
  const ref = await add();
  outbox.wake();
  await outbox.stop();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^No delivery channel is configured: .* TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID,/),
  );
  expect(await getLead(db, ref)).toMatchObject({ deliveries: [] });
});

describe('a notice that somebody waits for', () => {
  const sender = (sendNotice: Sender['sendNotice']): Sender => ({
    ...{ channel: 'telegram', secrets: ['123:token', 'p@ss'], sendNotice },
    sendLead: async () => ({ ok: true }),
    sendReminder: async () => ({ ok: true }),
  });
  const notice = { title: 'Kod', code: 'K7Q2-9F3D', text: '' };

  test('fails without its code or a secret in the error', async () => {
    const refused = sender(async () => ({ ok: false, error: '550 "K7Q2-9F3D" refused by p@ss' }));
    expect(await sendNow(refused, notice)).toEqual({ ok: false, error: '550 "***" refused by ***' });
    const broken = sender(() => Promise.reject(new TypeError('Failed to parse https://api/bot123:token')));
    expect(await sendNow(broken, notice)).toEqual({
      ok: false,
      error: 'TypeError: Failed to parse https://api/bot***',
    });
  });

  test('fails after the time limit, even if the sender never answers', async () => {
    const silent = sender(() => new Promise(() => {}));
    const attemptMs = { telegram: 30, email: 30, webhook: 30 };
    expect(await sendNow(silent, notice, { ...timing, attemptMs })).toEqual({
      ok: false,
      error: 'no answer within 30 ms',
    });
  });
});
