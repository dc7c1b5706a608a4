import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { startMailStandIn } from '../../tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { openPostgresStore } from '../store/postgres.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Channel, Store } from '../store/store.ts';
import type { ChannelConfig, ChannelKind } from './channel.ts';
import { startDeliveries } from './deliveries.ts';
import type { ClaimedDelivery } from './delivery-store.ts';
import type { Timing } from './timing.ts';

const token = '123456:secret-token';
const staff = 'email:staff@example.uz';
const chief = 'email:chief@example.uz';
const timing: Timing = {
  attemptMs: { telegram: 10_000, email: 10_000, webhook: 10_000 },
  retryDelaysMs: Array(9).fill(10),
  pollMs: 20,
  leaseMarginMs: 200,
  storeWaitMs: 20,
  stopGraceMs: 10_000,
};

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
let webhook: Awaited<ReturnType<typeof startHttpStandIn>>;
let folder: string;
let database: string;
let store: Store;
let recipients: string[];
let running: Awaited<ReturnType<typeof startDeliveries>>[] = [];
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  vi.clearAllMocks();
  recipients = ['staff@example.uz'];
  folder = mkdtempSync(join(tmpdir(), 'deliveries-test-'));
  telegram = await startTelegramStandIn({ token, chatId: '-42' });
  mail = await startMailStandIn();
  webhook = await startHttpStandIn(() => ({ status: 200 }));
});
afterEach(async () => {
  await Promise.all(running.map((deliveries) => deliveries.stop()));
  running = [];
  await Promise.all([store.close(), telegram.stop(), mail.stop(), webhook.stop()]);
  rmSync(folder, { recursive: true });
});

async function start(
  channels: ChannelKind[],
  changes: Partial<Timing> = {},
  from = store,
  inbox: string | null = null,
) {
  const config: ChannelConfig = {
    telegram: channels.includes('telegram')
      ? { token, chatId: '-42', apiUrl: telegram.url, buttons: true }
      : null,
    email: channels.includes('email') ? { smtpUrl: mail.url, from: 'site@example.uz', to: recipients } : null,
    webhook: channels.includes('webhook') ? { url: webhook.url, secret: 'whsec_c2VjcmV0IHNlY3JldA==' } : null,
  };
  const deliveries = await startDeliveries({
    ...{ store: from, config, log, inbox },
    timing: { ...timing, ...changes },
  });
  running.push(deliveries);
  return deliveries;
}

// A busy machine may take its time.
const eventually = (check: () => unknown) => vi.waitFor(check, 50_000);

const add = async (number = 1) => (await store.addLead(exampleNewLead(number))).ref;
const delivery = async (ref: string, channel: Channel) =>
  (await store.findLead(ref))?.deliveries.find((each) => each.channel === channel);
const stateBecomes = (ref: string, channel: Channel, state: string) =>
  eventually(async () => expect(await delivery(ref, channel)).toMatchObject({ state }));

/** How often each visitor's lead arrived in the Telegram group. */
const arrivals = () =>
  Map.groupBy(telegram.messages, ({ text }) => /Visitor \d+/.exec(text)?.[0] ?? 'unknown');

describe('on SQLite', () => {
  beforeEach(async () => {
    store = await openSqliteStore(join(folder, 'leads.db'));
  });

  test('a mail leads to where the lead is worked on', async () => {
    const ref = await add();
    await start(['email'], {}, store, 'https://example.uz/inbox');
    await eventually(() => expect(mail.mails).toHaveLength(1));
    expect(mail.mails[0]?.text.trim()).toMatch(
      new RegExp(`\nHolat va izohlar: https://example.uz/inbox/leads/${ref}$`),
    );
  });

  test('a lead reaches every configured channel, once', async () => {
    const deliveries = await start(['telegram', 'email', 'webhook']);
    const ref = await add();
    deliveries.wake();
    for (const channel of ['telegram', staff, 'webhook'] as const)
      await stateBecomes(ref, channel, 'delivered');
    expect(telegram.messages).toHaveLength(1);
    expect(mail.mails).toHaveLength(1);
    expect(webhook.requests).toHaveLength(1);
  });

  test('a lead that was stored before the start, or by someone else, is found without a wake-up', async () => {
    const before = await add(1);
    await start(['telegram']);
    await stateBecomes(before, 'telegram', 'delivered');
    const other = await openSqliteStore(join(folder, 'leads.db'));
    const { ref } = await other.addLead(exampleNewLead(2));
    await other.close();
    await stateBecomes(ref, 'telegram', 'delivered');
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

  test('refusals, garbage, silence and broken connections are outlived', async () => {
    telegram.behaveNext({ status: 500 }, { status: 200, body: 'garbage' }, 'hang', 'hang up', {
      status: 429,
      body: '{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":0.05}}',
    });
    await start(['telegram'], { attemptMs: { telegram: 4000, email: 4000, webhook: 4000 } });
    const ref = await add();
    await stateBecomes(ref, 'telegram', 'delivered');
    expect(await delivery(ref, 'telegram')).toMatchObject({ attempts: 6, lastError: null });
    expect(log.warn).toHaveBeenCalledTimes(5);
  });

  test('a lead that no attempt brought across is dead, logged with its reference, and can be sent again', async () => {
    telegram.behave({ status: 502 });
    const deliveries = await start(['telegram']);
    const ref = await add();
    await stateBecomes(ref, 'telegram', 'dead');
    expect(telegram.requests).toHaveLength(10);
    expect(await delivery(ref, 'telegram')).toMatchObject({
      attempts: 10,
      nextAttemptAt: null,
      lastError: 'HTTP 502: not an answer of Telegram',
    });
    await eventually(() =>
      expect(log.error).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ ref, channel: 'telegram', attempt: 10 }),
        expect.stringContaining(`resend ${ref}`),
      ),
    );

    telegram.behave('accept');
    await store.deliveries.resend(ref, ['telegram'], 'Aziza');
    deliveries.wake();
    await stateBecomes(ref, 'telegram', 'delivered');
  });

  test('a wish for silence is followed for the whole channel, which counts as ill whatever it has taken since the lead failed', async () => {
    const [, ref] = [await add(1), await add(2)];
    await store.deliveries.enrol(['telegram']);
    const [refused, taken] = await store.deliveries.claim('telegram', 2, timing.leaseMarginMs);
    await store.deliveries.failed(refused as ClaimedDelivery, 'HTTP 500', 0);
    await store.deliveries.succeeded(taken as ClaimedDelivery);
    telegram.behaveNext({ status: 429, headers: { 'retry-after': '3600' } });
    const deliveries = await start(['telegram']);
    await eventually(async () => expect(await delivery(ref, 'telegram')).toMatchObject({ attempts: 2 }));
    const { nextAttemptAt } = (await delivery(ref, 'telegram')) ?? {};
    expect(nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    const [state] = await store.notices.channelStates(['telegram']);
    expect(state?.failingSince).toEqual(expect.any(Date));

    await add(3);
    deliveries.wake();
    await new Promise((resolve) => setTimeout(resolve, 10 * timing.pollMs));
    expect(telegram.requests).toHaveLength(1);
  });

  test('a backlog starts with its newest, and its oldest does not wait for all the others', async () => {
    telegram.behave('hang');
    await start(['telegram']);
    await add(0);
    await eventually(() => expect(telegram.requests).toHaveLength(1));
    for (let number = 1; number <= 20; number++) await add(number);
    telegram.behave('accept');
    telegram.release();
    await eventually(() => expect(telegram.messages).toHaveLength(21));
    const order = telegram.messages.map(({ text }) => Number(/Visitor (\d+)/.exec(text)?.[1]));
    expect(order.slice(0, 4)).toEqual([0, 20, 19, 18]);
    expect(order.indexOf(1)).toBeLessThan(11);
  });

  test('a recipient who is turned away for now is tried again, the other gets the lead once', async () => {
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

  test('a refusal that quotes the visitor is logged and stored without the quotation', async () => {
    const saying = 'Reply-To "Visitor 7" <dilnoza@example.uz> is not welcome (tel. +998901234567)';
    mail.behave({ refuse: 'DATA', code: 550, saying });
    telegram.behave({ status: 400, body: JSON.stringify({ description: `Bad Request: ${saying}` }) });
    await start(['email', 'telegram'], { retryDelaysMs: [] });
    const ref = await add(7);
    for (const channel of [staff, 'telegram'] as const) {
      await stateBecomes(ref, channel, 'dead');
      const { lastError } = (await delivery(ref, channel)) ?? {};
      expect(lastError).toMatch(/Reply-To ".*> is not welcome \(tel\. .*\)/);
      expect(lastError).not.toMatch(/visitor|dilnoza|example\.uz|\d{5}/i);
    }
    expect(JSON.stringify(log.error.mock.calls)).not.toMatch(/visitor 7|dilnoza|\d{9}/i);
  });

  test('stopping waits for the attempt under way', async () => {
    telegram.behave('hang');
    const deliveries = await start(['telegram']);
    const ref = await add();
    await eventually(() => expect(telegram.requests).toHaveLength(1));
    const stopped = deliveries.stop();
    telegram.release();
    await stopped;
    expect(await delivery(ref, 'telegram')).toMatchObject({ state: 'delivered' });
  });

  test('without a channel the log says so once, and leads are kept', async () => {
    const deliveries = await start([]);
    const ref = await add(1);
    await add(2);
    deliveries.wake();
    await deliveries.stop();
    // A token alone is none: the bot does not know yet where to write.
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /^No delivery channel is configured: .* TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID,/,
      ),
    );
    expect(await store.findLead(ref)).toMatchObject({ deliveries: [] });
  });

  test('the log tells neither secrets nor anything about the visitor', async () => {
    telegram.behaveNext({ status: 500 }, { status: 401, body: `{"description":"no ${token}"}` });
    webhook.behaveNext('hang up');
    mail.behave({ refuse: 'DATA', code: 451 });
    await start(['telegram', 'email', 'webhook']);
    const ref = await add(7);
    await stateBecomes(ref, 'telegram', 'delivered');
    await stateBecomes(ref, 'webhook', 'delivered');
    await stateBecomes(ref, staff, 'dead');
    const logged = JSON.stringify([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls]);
    expect(logged).toContain(ref);
    expect(logged).not.toMatch(/Visitor|\+998|dilnoza|Italiya|secret-token|c2VjcmV0/);
  });
});

describe('on PostgreSQL', () => {
  beforeEach(async () => {
    database = await newDatabase();
    store = await openPostgresStore(database);
  });

  test('a row inserted into the table by a hosted service is delivered', async () => {
    await start(['telegram']);
    const sql = postgres(database);
    await sql`insert into contact_submissions (name, phone, message) values ('Visitor 9', '1', 'Salom')`;
    await sql.end();
    await eventually(() => expect(telegram.messages).toHaveLength(1));
    expect(telegram.messages[0]?.text).toContain('Visitor 9');
  });

  test('two processes send each lead once', async () => {
    const other = await openPostgresStore(database);
    const sent = [vi.spyOn(store.deliveries, 'succeeded'), vi.spyOn(other.deliveries, 'succeeded')];
    const processes = [await start(['telegram']), await start(['telegram'], {}, other)];
    const refs = await Promise.all(Array.from({ length: 60 }, (_, index) => add(index)));
    for (const each of processes) each.wake();
    for (const ref of refs) await stateBecomes(ref, 'telegram', 'delivered');
    await Promise.all(processes.map((each) => each.stop()));
    await other.close();
    expect(arrivals().size).toBe(60);
    expect(telegram.messages).toHaveLength(60);
    for (const share of sent) expect(share).toHaveBeenCalled();
  });
});
