/** With a clock of their own: what is stored is dated by the real one, so every test begins now and goes on from here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { facts } from '../../content/facts.ts';
import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { redateLead } from '../../tests/redated-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
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
const places: Record<string, () => Promise<StorePlace>> = {
  SQLite: async () => ({ dataDir: folder, databaseUrl: null }),
  PostgreSQL: async () => ({ dataDir: folder, databaseUrl: await newDatabase() }),
};

const minute = 60_000;
const day = 24 * 60 * minute;
let time: number;
/** Of the second server's clock. */
let aheadMs: number;
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

describe.each(Object.entries(places))('on %s', (_name, place) => {
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
    where = await place();
    stores = [await openStore(where), await openStore(where)];
    [store] = stores;
    time = Date.now();
    aheadMs = 0;
    vi.resetAllMocks();
  });
  afterEach(async () => {
    await Promise.all(stores.map((each) => each.close()));
    await Promise.all([telegram.stop(), mail.stop(), hook.stop()]);
    rmSync(folder, { recursive: true });
  });

  async function open(config: ChannelConfig, digest: string | null = '09:00', settleMs = 0) {
    const installed = new Date(Date.now() - day);
    servers = stores.map((each, i) =>
      createNotices({
        ...{ store: each, senders: configuredSenders(config, log), digest, log, installed },
        commands: config.telegram?.buttons ?? false,
        now: () => new Date(time + i * aheadMs),
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

    it('comes after all when the process that was to send it has died', async () => {
      await open(ways());
      clock(1);
      const key = tashkentDate(new Date(), -1);
      await store.notices.claim(
        { kind: 'digest', key, channel: 'telegram', saying: key },
        new Date(time),
        minute,
      );
      await rounds();
      expect(texts()).toEqual([]);
      later(1);
      await rounds();
      expect(texts()).toHaveLength(1);
    });

    it('is not doubled or lost by a clock that jumps', async () => {
      await open(ways());
      const hears = async (days: number, hhmm: string, messages: number) => {
        clock(days, hhmm);
        await rounds();
        expect([days, hhmm, texts().length]).toEqual([days, hhmm, messages]);
      };
      await hears(1, '09:00', 1);
      // A year and a day ahead, a day ahead: each is another morning, as far as anybody can know.
      await hears(366, '10:00', 2);
      await hears(1, '10:01', 2);
      await hears(2, '10:02', 3);
      await hears(1, '10:03', 3);
      // Years behind, which the program's own files contradict.
      await hears(-700, '12:00', 3);
      await hears(1, '12:01', 3);
      await hears(2, '09:00', 4);
      await hears(2, '12:00', 4);
      await hears(3, '09:00', 5);
      await hears(366, '09:00', 6);
    });

    it('is not told over and over while the clock of one server is a day ahead', async () => {
      await open(only('telegram'));
      clock(1);
      await rounds();
      aheadMs = day;
      for (let i = 0; i < 5; i++) {
        later(1);
        await rounds();
      }
      expect(texts()).toHaveLength(2);
      // It ends, and nobody is left to put its clock right.
      servers.pop();
      clock(2, '08:00');
      await addAt(time);
      await rounds();
      clock(2);
      await rounds();
      expect(texts()[2]).toMatch(/^Yangi murojaatlar: 1 \(/m);
    });

    it('comes again on its own day when a clock that was ahead had sent it, and no lead is left out', async () => {
      await open(only('telegram'));
      clock(1);
      await rounds();
      clock(4, '09:00');
      await rounds();
      clock(1, '09:02');
      await rounds();
      expect(texts()).toHaveLength(2);
      for (const [days, leads] of [
        [2, 0],
        [3, 1],
        [4, 2],
        [5, 1],
      ] as const) {
        clock(days, '08:00');
        for (let i = 0; i < leads; i++) await addAt(time);
        clock(days, '09:01');
        await rounds();
        clock(days, '15:00');
        await rounds();
      }
      const counts = texts().map((text) => /^Yangi murojaat(?:lar: (\d)|)/m.exec(text)?.[1] ?? '0');
      expect(counts).toEqual(['0', '0', '0', '1', '2', '1']);
    });

    it('counts from when it was really sent, when a clock that was ahead sent it in the night', async () => {
      await open(only('telegram'));
      clock(1);
      await rounds();
      clock(2, '09:00');
      await rounds();
      clock(2, '06:00');
      await rounds();
      await addAt(time + minute);
      clock(2, '09:01');
      await rounds();
      clock(3);
      await rounds();
      expect(texts()).toHaveLength(3);
      expect(texts()[2]).toMatch(/^Yangi murojaatlar: 1 \(/m);
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

    it('tells every mailbox of the same leads, also the one that took it later, and the next day goes on from there', async () => {
      await open(only('email'));
      const told = (who: string) =>
        mail.mails
          .filter(({ to, headers }) => to[0] === who && headers.subject?.startsWith('Kunlik'))
          .map(({ text }) => /^Yangi murojaat.*$/m.exec(text)?.[0]);
      const speech = speechIn();
      const since = (days: number) =>
        `${speech.day(tashkentDate(new Date(), -days), tashkentDate(new Date(), -days - 1))}, 09:00 dan beri`;
      clock(1);
      await rounds();
      clock(1, '20:00');
      await addAt(time);
      mail.behave({ refuse: 'RCPT', code: 451, recipient: 'helper@example.uz' });
      clock(2);
      await rounds();
      clock(2, '09:01');
      await addAt(time);
      mail.behave('accept');
      clock(2, '09:02');
      await rounds();
      const second = `Yangi murojaatlar: 1 (${since(1)})`;
      expect([told('owner@example.uz')[1], told('helper@example.uz')[1]]).toEqual([second, second]);
      // The other way round.
      mail.behave({ refuse: 'RCPT', code: 451, recipient: 'owner@example.uz' });
      clock(3);
      await rounds();
      mail.behave('accept');
      clock(3, '09:02');
      await rounds();
      const third = `Yangi murojaatlar: 1 (${since(2)})`;
      expect([told('owner@example.uz')[2], told('helper@example.uz')[2]]).toEqual([third, third]);
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

    it('leaves no lead out after a morning on which a version that wrote down no spans has sent it', async () => {
      await open(only('email'));
      clock(1);
      const key = tashkentDate(new Date(time));
      for (const channel of [owner, helper] as const)
        await store.notices.told({ kind: 'digest', key, channel, saying: key }, new Date(time));
      clock(1, '12:00');
      await addAt(time);
      clock(1, '15:00');
      await rounds();
      clock(2);
      await rounds();
      expect(mail.mails).toHaveLength(2);
      for (const { text } of mail.mails) expect(text).toMatch(/^Yangi murojaatlar: 1 \(/m);
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

    it('goes by mail at once when Telegram asks for a long silence, until every mailbox has it, and never twice', async () => {
      await open(ways());
      const tooMany = { ok: false, error_code: 429, description: '', parameters: { retry_after: 3000 } };
      telegram.behave({ status: 429, body: JSON.stringify(tooMany) });
      mail.behave({ refuse: 'RCPT', code: 451, recipient: 'helper@example.uz' });
      clock(1);
      await rounds();
      expect(subjects().map(([to]) => to)).toEqual(['owner@example.uz']);
      mail.behave('accept');
      later(2);
      await rounds();
      expect(subjects().map(([to]) => to)).toEqual(['helper@example.uz', 'owner@example.uz']);
      telegram.behave('accept');
      later(60);
      await rounds();
      expect([texts().length, mail.mails.length]).toEqual([0, 2]);
    });

    it('goes to whichever is well again first when Telegram and mail were both ill, and to the other no more', async () => {
      await open(ways());
      const illAtNine = async (days: number) => {
        telegram.behave({ status: 500 });
        mail.behave({ refuse: 'RCPT', code: 451 });
        for (const hhmm of ['09:00', '09:02', '09:05', '09:10', '09:12', '09:20']) {
          clock(days, hhmm);
          await rounds();
        }
      };
      const whenWell = async (days: number) => {
        for (const hhmm of ['10:30', '11:30', '12:30', '13:30']) {
          clock(days, hhmm);
          await rounds();
        }
        return [texts().length, mail.mails.length];
      };
      await illAtNine(1);
      expect([texts(), mail.mails]).toEqual([[], []]);
      telegram.behave('accept');
      clock(1, '09:40');
      await rounds();
      mail.behave('accept');
      expect(await whenWell(1)).toEqual([1, 0]);
      await illAtNine(2);
      mail.behave('accept');
      clock(2, '09:40');
      await rounds();
      telegram.behave('accept');
      expect(await whenWell(2)).toEqual([1, 2]);
    });

    it('waits for Telegram, however long it is silent, where there is no mail', async () => {
      await open(only('telegram'));
      telegram.behave({ status: 500 });
      clock(1);
      await rounds();
      telegram.behave('accept');
      clock(1, '12:00');
      await rounds();
      expect(texts()).toHaveLength(1);
    });

    it('comes by Telegram when that is well again in time', async () => {
      await open(ways());
      telegram.behave({ status: 500 });
      clock(1);
      await rounds();
      telegram.behave('accept');
      clock(1, '09:20');
      await rounds();
      clock(1, '10:00');
      await rounds();
      expect([texts().length, mail.mails.length]).toEqual([1, 0]);
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
      const due = async () =>
        (await store.deliveries.claim('telegram', 9, minute)).map(({ lead }) => lead.ref);
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

    it('is told to be well at once, also when it was told to be ill by a clock that was days ahead', async () => {
      await open({ ...ways(), email: null }, null);
      await failOn('webhook');
      later(3 * 24 * 60);
      await rounds();
      time = Date.now();
      await rounds();
      await succeedOn('webhook');
      later(1);
      await rounds();
      const atOnce = texts();
      later(4 * 24 * 60);
      await rounds();
      expect(texts()).toEqual(atOnce);
      expect(atOnce).toEqual([
        expect.stringMatching(/^⚠️ Webhook ishlamayapti/),
        expect.stringMatching(/^✅ Webhook yana ishlayapti/),
      ]);
    });

    it('is not called well because what it did not get was erased', async () => {
      await open({ ...ways(), email: null }, null);
      const [ref = ''] = await failOn('webhook');
      later(16);
      await rounds();
      await store.eraseLead(ref);
      later(16);
      await rounds();
      expect(texts()).toHaveLength(1);
      await store.addLead(exampleNewLead());
      await store.deliveries.enrol(['webhook']);
      await succeedOn('webhook');
      await rounds();
      expect(texts()).toEqual([
        expect.stringMatching(/^⚠️ Webhook ishlamayapti/),
        expect.stringMatching(/^✅ Webhook yana ishlayapti/),
      ]);
    });

    it('is not told at a start, before it was tried', async () => {
      await open(ways(), '09:00', 60 * minute);
      await failOn('webhook');
      clock(1);
      await rounds();
      expect(texts()).toEqual([expect.not.stringContaining('Webhook')]);
      expect([mail.mails, log.error.mock.calls]).toEqual([[], []]);
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
      expect(said).toEqual(Array(2).fill(['telegram', expect.stringContaining('no other to tell it by')]));
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

    it('are told also when they were told before, sent again and given up on again', async () => {
      await open({ ...ways(), email: null }, null);
      const [ref = ''] = await failOn('webhook', { retryMs: null });
      await rounds();
      await store.deliveries.resend(ref, ['webhook'], 'Nodira');
      later(61);
      await rounds();
      const told = () => texts().filter((text) => text.includes(ref));
      expect(told()).toHaveLength(1);
      const [delivery] = await store.deliveries.claim('webhook', 1, minute);
      if (delivery) await store.deliveries.failed(delivery, 'HTTP 500', null);
      await rounds();
      expect(told()).toHaveLength(2);
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
  async function failOn(
    channel: Channel,
    { leads = 1, retryMs = 0 as number | null } = {},
  ): Promise<string[]> {
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
});
