/**
 * A year of the provider's life in simulated time: visitors, three people, outages, restarts, backups and a restore. Then every view
 * is compared with what people did. To try other
 * years: YEAR_SEED=2 YEAR_LEADS=3000
 */
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { clickPath } from '#contract/addresses.ts';
import { dayMs, tashkentDate } from '#contract/tashkent-time.ts';
import { databases } from '#tests/database.ts';
import {
  compareBackups,
  compareChat,
  compareDeliveries,
  compareDigests,
  compareHealth,
  compareInbox,
  compareReminders,
  compareSearch,
  compareStats,
} from './compare.ts';
import { type Channel, type Office, openOffice, retentionDays } from './office.ts';
import {
  addByHand,
  change,
  createRandom,
  erase,
  type Known,
  learnRefs,
  markErased,
  type Random,
  sendForm,
  writeDirectly,
} from './people.ts';

const seed = Number(process.env.YEAR_SEED ?? 2027);
const firstDay = '2027-01-01';
const days = 365;
/** On the days between there is only the digest. */
const workEvery = 5;
const restoreOn = 207;
/** The machine’s daily copies are made only in the last weeks: a copy takes a tenth of a second. */
const backupsFrom = days - 16;
/** As many of a year’s 3,000 as the time of `npm test` allows. */
const leadsIn = { sqlite: 300, postgres: 150 };

test.each(databases)(
  `after a year on %s every view shows what people did (seed ${seed})`,
  { timeout: 600_000 },
  async (kind) => {
    const office = await openOffice(kind, firstDay);
    const leads = Number(process.env.YEAR_LEADS ?? leadsIn[kind]);
    const year = await playTheYear(office, createRandom(seed), Math.ceil((leads * workEvery) / days));
    await compareInbox(office, year.leads);
    compareChat(office, year.leads);
    compareDeliveries(office, year.leads);
    compareReminders(office, year.leads, year.restoredAt);
    compareDigests(office, year.digests);
    await compareStats(office, year.leads, year.visits);
    await compareSearch(office, year.leads);
    await compareHealth(office);
    if (kind === 'sqlite') compareBackups(office, year.copied);
    vi.useRealTimers();
  },
);

async function playTheYear(office: Office, random: Random, leadsADay: number) {
  let leads: Known[] = [];
  let visits = 0;
  let copied = 0;
  let lastDigest = 0;
  let restoredAt = 0;
  /** New leads in each morning's digest. */
  const digests = new Map<string, number>();
  const outages = planOutages(random);
  const alive = () => leads.filter(({ erasedAt }) => erasedAt > Date.now());

  /** What the clean-up erases, at night and at each start. */
  function expire(): void {
    const expired = alive().filter(({ addedAt }) => addedAt < Date.now() - retentionDays * dayMs);
    for (const lead of expired) markErased(lead);
  }

  async function night(): Promise<void> {
    expire();
    await office.looks().nightly();
  }

  async function restart(meanwhile?: () => Promise<void>): Promise<void> {
    expire();
    await office.restart(meanwhile);
  }

  async function morning(day: number): Promise<void> {
    const fresh = alive().filter(({ addedAt, spam }) => addedAt >= lastDigest && !spam);
    if (day > 0) digests.set(office.today(), fresh.length);
    lastDigest = Date.now();
    await office.looks().alerts();
    await office.settle();
  }

  async function visitors(count: number): Promise<void> {
    const { staff } = office;
    const arrive = [sendForm, sendForm, sendForm, addByHand, writeDirectly];
    const fresh = await Promise.all(Array.from({ length: count }, () => random.pick(arrive)(office, random)));
    await office.settle();
    await learnRefs(staff.sardor, fresh);
    leads.push(...fresh);
    const headers = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' };
    await fetch(`${office.url}/?utm_source=instagram`, { headers });
    await fetch(office.url + clickPath, { method: 'POST', headers, body: 'telegram-floating uz direct' });
    visits += 1;
    await office.settle();
  }

  /** Each person works on leads of their own, mostly recent ones. */
  async function work(count: number): Promise<void> {
    const people = Object.values(office.staff);
    const chosen = new Set(
      Array.from({ length: count }, () => alive().at(-1 - random.below(random.chance(0.8) ? 40 : 400))),
    );
    let isDone = false;
    const acts = [...chosen].flatMap((lead) =>
      lead ? [change(office, random.pick(people), lead, random)] : [],
    );
    const working = Promise.all(acts).finally(() => {
      isDone = true;
    });
    // Reported below.
    working.catch(() => {});
    while (!isDone) await office.settle({ isBusy: true });
    await working;
    await office.looks().alerts();
    await office.settle();
  }

  async function workday(day: number): Promise<void> {
    await visitors(random.below(2 * leadsADay + 1));
    if (day % 2 === 0)
      for (const asked of ['/new', '/today', '/find Aziza', '/export']) office.telegram.say(asked);
    await work(leadsADay + 1);
  }

  /** The operator restores a copy, and erases again what was erased since. */
  async function loseAnAfternoon(): Promise<void> {
    const copy = join(office.dataDir, 'by-hand');
    await restart(() => office.run('backup', copy));
    const before = structuredClone({ leads, visits });
    for (let hours = 0; hours < 3; hours++) {
      await visitors(leadsADay);
      await work(10);
    }
    const erased = leads.filter(({ erasedAt }) => erasedAt <= Date.now());
    await restart(() => office.run('restore', copy, '--yes'));
    restoredAt = Date.now();
    ({ leads, visits } = before);
    await compareInbox(office, leads);
    for (const { ref } of erased) {
      const back = alive().find((lead) => lead.ref === ref);
      if (back) await erase(office.staff.aziza, back);
    }
    await office.settle();
  }

  async function repair(): Promise<void> {
    for (const channel of ['telegram', 'mail', 'webhook'] as const) office.repair(channel);
    await office.settle();
    for (const channel of ['telegram', 'email:owner@example.uz', 'webhook'])
      await office.staff.aziza.ask('POST', '/health/resend', { channel });
    await office.settle();
  }

  for (let day = 0; day < days; day++) {
    const today = tashkentDate(Date.parse(firstDay) + day * dayMs);
    if (day % workEvery === 0) {
      office.goTo(today, 3);
      await night();
    }
    office.goTo(today, 9);
    await morning(day);
    if (outages.some(({ to }) => to === day)) await repair();
    if (day % workEvery > 0 && day !== restoreOn && day < backupsFrom) continue;
    office.goTo(today, 12);
    await workday(day);
    if (day >= backupsFrom) {
      office.goTo(today, 17);
      copied = alive().length;
      await office.looks().backup();
    }
    office.goTo(today, 19);
    if (day === restoreOn) await loseAnAfternoon();
    else if (day % 20 === 0 && day > 0 && day < backupsFrom) await restart();
    for (const { channel, from } of outages) if (from === day) office.break(channel);
  }
  await repair();
  await restart();
  await office.settle();
  return { leads, visits, copied, digests, restoredAt };
}

/** Every five weeks one channel is down for up to two days; once for so long that leads are given up. */
function planOutages({ pick, below }: Random) {
  return Array.from({ length: 9 }, (_, i) => {
    const from = workEvery * (3 + i * 7 + below(2));
    const channel: Channel = pick(['telegram', 'telegram', 'mail', 'webhook']);
    return i === 4
      ? { channel: 'webhook' as const, from, to: from + 6 }
      : { channel, from, to: from + 1 + below(2) };
  });
}
