/** With a clock of their own: what is stored is dated by the real one, so every test begins now and goes on from here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { facts } from '../../content/facts.ts';
import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { redateLead } from '../../tests/redated-lead.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { startMailStandIn } from '../../tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { type ChannelConfig, configuredChannels } from '../deliveries/channel.ts';
import { configuredSenders } from '../deliveries/deliveries.ts';
import type { ClaimedDelivery } from '../deliveries/delivery-store.ts';
import { usualTiming } from '../deliveries/timing.ts';
import { speechIn } from '../leads/speech.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import type { Channel, Store } from '../store/store.ts';
import { deadlinesAhead } from './deadlines.ts';
import { createNotices, type Notices, startNotices } from './notices.ts';

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
let hook: Awaited<ReturnType<typeof startHttpStandIn>>;

let folder: string;

const minute = 60_000;
const day = 24 * 60 * minute;
let time: number;
/** So many days from today, at this time in Tashkent. */
function clock(days: number, hhmm = '09:00') {
  const [hour = 0, minutes = 0] = hhmm.split(':').map(Number);
  const midnight = startOfTashkentDay(tashkentDate(new Date(), -days)) as Date;
  time = midnight.getTime() + (hour * 60 + minutes) * minute;
}
const later = (minutes: number) => {
  time += minutes * minute;
};

const owner = 'email:owner@example.uz';
const helper = 'email:helper@example.uz';
const ways = () => ({
  telegram: { token: '1:token', chatId: '-42', apiUrl: telegram.url, buttons: false },
  email: { smtpUrl: mail.url, from: 'site@example.uz', to: ['owner@example.uz', 'helper@example.uz'] },
  webhook: { url: hook.url, secret: `whsec_${Buffer.alloc(32, 'a').toString('base64')}` },
});
const subjects = () => mail.mails.map(({ to, headers }) => [to[0], headers.subject]).sort();
const texts = () => telegram.messages.map(({ text }) => text);

/** Two servers, or a server and a worker. */
let stores: [Store, Store];
let servers: [Notices, Notices];
let store: Store;
let where: StorePlace;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notices-test-'));
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  mail = await startMailStandIn();
  hook = await startHttpStandIn(() => ({ status: 204 }));
  where = { dataDir: folder, databaseUrl: null };
  stores = [await openStore(where), await openStore(where)];
  [store] = stores;
  time = Date.now();
  vi.resetAllMocks();
});
afterEach(async () => {
  await Promise.all(stores.map((each) => each.close()));
  await Promise.all([telegram.stop(), mail.stop(), hook.stop()]);
  rmSync(folder, { recursive: true });
});

async function open(config: ChannelConfig, digest: string | null = '09:00', settleMs = 0) {
  const installed = new Date(Date.now() - day);
  servers = stores.map((each) =>
    createNotices({
      ...{ store: each, senders: configuredSenders(config, log), digest, log, installed },
      commands: config.telegram?.buttons ?? false,
      now: () => new Date(time),
      settleMs,
    }),
  ) as [Notices, Notices];
  await store.deliveries.name(configuredChannels(config));
  await rounds();
}
/** Both look, at the same time and once more. */
async function rounds() {
  for (let i = 0; i < 2; i++) await Promise.all(servers.map((server) => server.round()));
}

describe('the digest', () => {
  const only = (way: 'telegram' | 'email' | 'webhook') => ({
    ...{ telegram: null, email: null, webhook: null },
    [way]: ways()[way],
  });

  it('comes once every morning at nine, whoever runs, also when nothing is new', async () => {
    await open(ways());
    clock(1, '08:59');
    await rounds();
    expect(texts()).toEqual([]);
    for (const days of [1, 2]) {
      for (const hour of ['09:00', '09:01', '15:00', '23:59']) {
        clock(days, hour);
        await rounds();
      }
      expect(texts()).toHaveLength(days);
    }
    const second = tashkentDate(new Date(), -2);
    // On some days there is a deadline to be told of as well.
    expect(texts()[1]?.replace(/\nHujjat topshirish .*/g, '')).toBe(
      [
        `Kunlik hisobot, ${speechIn().day(second, second)}\n`,
        `Yangi murojaat yoʻq (${speechIn().day(tashkentDate(new Date(), -1), second)}, 09:00 dan beri)`,
        'Bir kundan ortiq javob kutayotgan murojaat yoʻq',
        `Bu mavsumda band joylar: 0 / ${facts.clientsPerSeason}`,
      ].join('\n'),
    );
    expect([mail.mails, hook.requests]).toEqual([[], []]);
  });

  it('counts what came since the last one, who waits for more than a day and the places, without spam', async () => {
    await open(only('telegram'));
    const { ref } = await store.addLead(exampleNewLead(1));
    await store.addLeads([exampleNewLead(2), { ...exampleNewLead(3), suspectedSpam: true }]);
    await store.changeLead(ref, { kind: 'status', from: 'new', to: 'client' }, 'Nodira');
    clock(1);
    await rounds();
    expect(texts()[0]).toMatch(/^Yangi murojaatlar: 2 \(/m);
    clock(2);
    await rounds();
    expect(texts()[0]).toMatch(/^Spam deb gumon qilingan: 1, tekshiring$/m);
    expect(texts()[1]).toMatch(/^Yangi murojaat yoʻq/m);
    expect(texts()[1]).not.toContain('Spam');
    expect(texts()[1]).toMatch(/^Bir kundan ortiq javob kutayotganlar: 1$/m);
    expect(texts()[1]).toMatch(/^Bu mavsumda band joylar: 1 \/ /m);
    expect(texts().join()).not.toMatch(/Visitor|998 ?90|dilnoza/);
    // A year later the place is one of the season before.
    clock(400);
    await rounds();
    expect(texts().at(-1)).toMatch(/^Bu mavsumda band joylar: 0 \/ /m);
  });

  it('reminds of a last day to apply', async () => {
    await open(only('telegram'));
    const ahead = (days: number) => deadlinesAhead(tashkentDate(new Date(), -days))[0];
    let days = 1;
    while (!ahead(days)) days++;
    clock(days);
    await rounds();
    expect(texts()[0]).toContain(`Hujjat topshirish muddatiga ${ahead(days)?.days} kun qoldi`);
  });

  it('names the command that lists who waits, where it is heard', async () => {
    const { telegram: chat, ...others } = ways();
    await open({ ...others, telegram: { ...chat, buttons: true } });
    await store.addLead(exampleNewLead(1));
    clock(2);
    await rounds();
    expect(texts()[0]).toMatch(/^Bir kundan ortiq javob kutayotganlar: 1 \(roʻyxat: \/new\)$/m);
    telegram.behave({ status: 502 });
    clock(3);
    await rounds();
    clock(3, '09:31');
    await rounds();
    expect(mail.mails.find(({ headers }) => headers.subject?.startsWith('Kunlik'))?.text).toMatch(
      /^Bir kundan ortiq javob kutayotganlar: 1$/m,
    );
  });

  it('tells of channels that are ill and of leads they were given up on', async () => {
    await open(only('email'));
    await failOn(owner, { retryMs: null });
    clock(2);
    await rounds();
    const digest = mail.mails.find(({ headers }) => headers.subject?.startsWith('Kunlik'))?.text;
    expect(digest).toMatch(
      /^⚠️ owner@example\.uz: \d+-\w+, \d\d:\d\d dan beri murojaatlar yetib bormayapti\.$/m,
    );
    expect(digest).toMatch(/^⚠️ owner@example\.uz: 1 ta murojaat yetkazilmadi\.$/m);
  });

  it('does not begin on the afternoon the service is set up, but on the next morning', async () => {
    clock(1, '15:00');
    await open(ways());
    later(60);
    await rounds();
    expect(texts()).toEqual([]);
    clock(2);
    await rounds();
    expect(texts()).toHaveLength(1);
  });

  it('comes late when nobody ran at nine, and not in the night after', async () => {
    await open(ways());
    clock(1, '09:40');
    await rounds();
    expect(texts()).toHaveLength(1);
    clock(3, '00:01');
    await rounds();
    expect(texts()).toHaveLength(1);
  });

  it('goes by mail, to each once, where there is no Telegram; who refused it is tried again', async () => {
    await open(only('email'));
    mail.behave({ refuse: 'RCPT', code: 451, recipient: 'helper@example.uz' });
    clock(1);
    await rounds();
    const tomorrow = tashkentDate(new Date(), -1);
    const title = `Kunlik hisobot, ${speechIn().day(tomorrow, tomorrow)}`;
    expect(subjects()).toEqual([['owner@example.uz', title]]);
    mail.behave('accept');
    later(2);
    await rounds();
    expect(subjects()).toEqual([
      ['helper@example.uz', title],
      ['owner@example.uz', title],
    ]);
  });

  it('tells all that came until it is taken, and after a day on which nobody took it, of both days', async () => {
    await open(only('telegram'));
    const told = () => texts().map((text) => /^Yangi murojaatlar: (\d)/m.exec(text)?.[1] ?? '0');
    clock(1);
    await rounds();
    telegram.behave({ status: 500 });
    clock(2);
    await rounds();
    clock(2, '12:00');
    await addAt(time);
    await rounds();
    telegram.behave('accept');
    clock(2, '18:00');
    await rounds();
    expect(told()).toEqual(['0', '1']);
    telegram.behave({ status: 500 });
    clock(2, '19:00');
    await addAt(time);
    clock(3);
    await rounds();
    clock(3, '12:00');
    await addAt(time);
    await rounds();
    telegram.behave('accept');
    clock(4);
    await rounds();
    expect(told()).toEqual(['0', '1', '2']);
  });

  it('is tried again while Telegram is down, and after ten minutes goes by mail, to stay there', async () => {
    await open(ways());
    telegram.behave({ status: 500 });
    for (const hhmm of ['09:00', '09:02', '09:05']) {
      clock(1, hhmm);
      await rounds();
    }
    expect(telegram.requests.length).toBeGreaterThan(2);
    expect(mail.mails).toEqual([]);
    clock(1, '09:10');
    await rounds();
    expect(subjects().map(([to]) => to)).toEqual(['helper@example.uz', 'owner@example.uz']);
    // No lead has failed there: this is the only word of it.
    for (const { text } of mail.mails) expect(text).toContain('⚠️ Telegram ishlamayapti');
    telegram.behave('accept');
    clock(1, '12:00');
    await rounds();
    expect([texts().length, mail.mails.length]).toEqual([0, 2]);
  });

  it('is for people: a webhook alone gets none, and off is off', async () => {
    await open(only('webhook'));
    clock(1);
    await rounds();
    await open(ways(), null);
    clock(2);
    await rounds();
    expect([texts(), mail.mails, hook.requests]).toEqual([[], [], []]);
  });
});

describe('a channel that is ill', () => {
  it('is told on the others after fifteen minutes, once, and again when it is well', async () => {
    await open(ways(), null);
    await failOn('telegram');
    later(14);
    await rounds();
    expect(subjects()).toEqual([]);
    later(2);
    await rounds();
    const ill = '⚠️ Telegram ishlamayapti';
    expect(subjects()).toEqual([
      ['helper@example.uz', ill],
      ['owner@example.uz', ill],
    ]);
    expect(mail.mails[0]?.text).toContain('dan beri murojaatlar yetib bormayapti.');
    expect(mail.mails[0]?.text).toContain('Oxirgi xato: HTTP 500');
    later(600);
    await rounds();
    expect(mail.mails).toHaveLength(2);

    await succeedOn('telegram');
    await rounds();
    later(60);
    await rounds();
    const well = '✅ Telegram yana ishlayapti';
    expect(mail.mails.slice(2).map(({ headers }) => headers.subject)).toEqual([well, well]);

    await failOn('telegram');
    later(16);
    await rounds();
    expect(mail.mails.slice(4).map(({ headers }) => headers.subject)).toEqual([ill, ill]);
    expect([texts(), hook.requests]).toEqual([[], []]);
  });

  it('gets all that waits as soon as it has taken one lead again, also right after a start', async () => {
    await open({ ...ways(), email: null }, null);
    const waiting = await failOn('telegram', { leads: 3, retryMs: 20 * 60 * minute });
    const due = async () => (await store.deliveries.claim('telegram', 9, minute)).map(({ lead }) => lead.ref);
    const next = async () => {
      await store.addLead(exampleNewLead());
      await store.deliveries.enrol(['telegram']);
      await succeedOn('telegram');
      await rounds();
    };
    later(10);
    await rounds();
    await next();
    expect(await due()).toEqual([]);
    await failOn('telegram', { retryMs: 20 * 60 * minute });
    later(16);
    await open({ ...ways(), email: null }, null, 60 * minute);
    await next();
    expect(await due()).toEqual(expect.arrayContaining(waiting));
  });

  it('is not told when it stumbled only', async () => {
    await open(ways(), null);
    await failOn('telegram');
    later(10);
    await rounds();
    await succeedOn('telegram');
    later(10);
    await rounds();
    expect(mail.mails).toEqual([]);
  });

  it('is none that refuses some leads for what is in them and takes the others', async () => {
    await open({ ...ways(), email: null }, null);
    const refused = await failOn('webhook', { leads: 2 });
    for (let i = 0; i < 3; i++) {
      await store.addLead(exampleNewLead());
      await store.deliveries.enrol(['webhook']);
      // The newest comes first.
      for (const delivery of await store.deliveries.claim('webhook', 9, minute))
        await (refused.includes(delivery.lead.ref)
          ? store.deliveries.failed(delivery, 'HTTP 422', 0, true)
          : store.deliveries.succeeded(delivery));
      later(16);
      await rounds();
    }
    expect(texts()).toEqual([]);
    const [waiting] = await store.deliveries.claim('webhook', 1, minute);
    await store.deliveries.failed(waiting as ClaimedDelivery, 'ECONNREFUSED', 0);
    later(16);
    await rounds();
    expect(texts()).toEqual([expect.stringMatching(/^⚠️ Webhook ishlamayapti/)]);
  });

  it('is told to whoever could not be reached as soon as they can be', async () => {
    await open(ways(), null);
    await failOn('webhook');
    telegram.behave({ status: 502 });
    later(16);
    await rounds();
    expect([texts().length, mail.mails.length]).toEqual([0, 2]);
    telegram.behave('accept');
    later(5);
    await rounds();
    expect(texts()).toEqual([expect.stringMatching(/^⚠️ Webhook ishlamayapti\n/)]);
    expect(mail.mails).toHaveLength(2);
  });

  it('stands in the log when it is the only one', async () => {
    await open({ ...ways(), email: null, webhook: null }, null);
    await failOn('telegram');
    later(16);
    await rounds();
    const said = log.error.mock.calls.map(([about, sentence]) => [about.channel, sentence]);
    // Of each server once.
    expect(said).toEqual(Array(2).fill(['telegram', expect.stringContaining('no other channel to notify')]));
    expect(telegram.requests).toEqual([]);
  });
});

describe('leads that a channel was given up on', () => {
  it('are one message on the others, however many, with their references', async () => {
    await open(ways(), null);
    const refs = await failOn('telegram', { leads: 12, retryMs: null });
    await rounds();
    expect(subjects()).toEqual([
      ['helper@example.uz', '⚠️ Telegram: 12 ta murojaat yetkazilmadi.'],
      ['owner@example.uz', '⚠️ Telegram: 12 ta murojaat yetkazilmadi.'],
    ]);
    const text = mail.mails[0]?.text ?? '';
    expect(refs.filter((ref) => text.includes(ref))).toHaveLength(10);
    expect(text).toContain('va yana 2 ta');
    // A reference may hold 998 by chance.
    expect(text).not.toMatch(/Visitor|998 ?90|dilnoza/);
    expect(texts()).toEqual([]);
  });

  it('are told again when there are more of them, at most once an hour', async () => {
    await open({ ...ways(), email: null }, null);
    await failOn('webhook', { retryMs: null });
    await rounds();
    for (let i = 0; i < 5; i++) {
      await failOn('webhook', { retryMs: null });
      later(10);
      await rounds();
    }
    const told = () => texts().filter((text) => text.includes('yetkazilmadi'));
    expect(told()).toHaveLength(1);
    later(11);
    await rounds();
    later(600);
    await rounds();
    expect(told().map((text) => /\d+ ta/.exec(text)?.[0])).toEqual(['1 ta', '6 ta']);
  });
});

it('erased leads that may still stand in Telegram are told once, each by its reference, more of them an hour later', async () => {
  await open(ways(), null);
  const erase = async () => {
    const { ref } = await store.addLead(exampleNewLead());
    await store.telegram.expectCopy({ chatId: '-42', ref });
    await store.eraseLeadsBefore(new Date(Date.now() + minute), []);
    await rounds();
    return ref;
  };
  telegram.behave({ status: 502 });
  const refs = [await erase()];
  const title = '⚠️ Oʻchirilgan murojaatlar Telegramda qolgan boʻlishi mumkin';
  expect(subjects()).toEqual([
    ['helper@example.uz', title],
    ['owner@example.uz', title],
  ]);
  expect(mail.mails[0]?.text).toContain(refs[0]);
  telegram.behave('accept');
  later(61);
  refs.push(await erase(), await erase());
  expect(texts()).toEqual([expect.stringContaining(refs[1] as string)]);
  later(61);
  await rounds();
  expect(texts()).toEqual([1, 2].map((i) => expect.stringContaining(refs[i] as string)));
  expect(await store.telegram.copiesLeft(9)).toEqual([]);
});

it('a notice that nobody takes holds up neither the others nor the stop', async () => {
  await open(ways(), null);
  await failOn('webhook');
  telegram.behave('hang');
  const timing = { attemptMs: { ...usualTiming.attemptMs, telegram: 10 * minute }, stopGraceMs: 50 };
  const now = () => new Date(Date.now() + 20 * minute);
  const senders = configuredSenders(ways(), log);
  const running = startNotices({ store, senders, digest: null, log, now, timing, settleMs: 0 });
  await vi.waitFor(() => expect(telegram.requests).toHaveLength(1), 10_000);
  await vi.waitFor(() => expect(mail.mails).toHaveLength(2), 10_000);
  await running.stop();
  expect(await store.notices.heard('ill', 'webhook')).toMatchObject([
    { channel: helper, told: 'ill' },
    { channel: owner, told: 'ill' },
  ]);
});

/** A lead that comes in at this time by the clock of these tests. */
async function addAt(moment: number): Promise<void> {
  const { ref } = await store.addLead(exampleNewLead());
  await redateLead(where, ref, moment);
}

/** Leads that come in and cannot be delivered to this channel; answers with their references. */
async function failOn(channel: Channel, { leads = 1, retryMs = 0 as number | null } = {}): Promise<string[]> {
  const added = await store.addLeads(Array.from({ length: leads }, (_, i) => exampleNewLead(i)));
  await store.deliveries.enrol([channel]);
  for (const delivery of await store.deliveries.claim(channel, leads, minute))
    await store.deliveries.failed(delivery, 'HTTP 500', retryMs);
  return added.map(({ ref }) => ref);
}

async function succeedOn(channel: Channel): Promise<void> {
  for (const delivery of await store.deliveries.claim(channel, 100, minute))
    await store.deliveries.succeeded(delivery);
}
