import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { facts } from '#content/facts.ts';
import { startOfTashkentDay } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { putState } from '#server/db/state.ts';
import { addLead } from '#server/leads/add.ts';
import { addNote, changeStatus, setReminder } from '#server/leads/change.ts';
import { eraseLead } from '#server/leads/erase.ts';
import { localeIn } from '#server/leads/locale.ts';
import type { Channel } from '#server/outbox/channel.ts';
import { channelFailed, channelWorked } from '#server/outbox/channel-state.ts';
import { allIncidents, closeIncident, openIncident } from '#server/outbox/incidents.ts';
import { startOutbox } from '#server/outbox/outbox.ts';
import { claim, enqueueLeads, type Item, markDone, markFailed, resendLead } from '#server/outbox/queue.ts';
import { openTestDatabase } from '#tests/database.ts';
import { newLead } from '#tests/leads.ts';
import { spiedLog } from '#tests/spied-log.ts';
import { sendAlerts } from './alerts.ts';
import type { AlertOptions } from './notify.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const log = spiedLog();
const owner: Channel = 'email:owner@example.uz';

let db: Db;
let options: AlertOptions;
beforeEach(async () => {
  db = await openTestDatabase();
  options = {
    db,
    log,
    locale: localeIn('en'),
    inboxUrl: null,
    channels: ['telegram', owner, 'webhook'],
    digest: '09:00',
    remindAfter: 60,
  };
});

/** This many days after 16 November, at this time in Tashkent. */
function at(days: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const midnight = (startOfTashkentDay('2026-11-16') as Date).getTime();
  return new Date(midnight + days * day + (hours * 60 + minutes) * minute);
}

type Message = { key: string; channel: string; payload: string };
async function alertsOf(kind: string): Promise<{ channel: string; title: string; text: string }[]> {
  const rows = await db.all<Message>(sql`select key, channel, payload from outbox order by id`);
  return rows
    .filter(({ key }) => key.startsWith(`${kind}:`))
    .map(({ channel, payload }) => ({ channel, ...JSON.parse(payload) }));
}

async function deliver(channel: string): Promise<void> {
  for (let item = await claim(db, channel); item; item = await claim(db, channel)) await markDone(db, item);
}

describe('the digest', () => {
  test('comes once every morning, from the morning after the first start', async () => {
    await sendAlerts(options, at(0, '15:00'));
    for (const time of ['08:59', '09:00', '09:01', '23:00']) {
      await sendAlerts(options, at(1, time));
      await deliver('telegram');
    }
    await sendAlerts(options, at(2, '11:00'));
    expect((await alertsOf('digest')).map(({ channel, title }) => [channel, title])).toEqual([
      ['telegram', 'Daily digest, November 17'],
      ['telegram', 'Daily digest, November 18'],
    ]);
  });

  test('counts new leads, waiting leads, due reminders and places', async () => {
    await sendAlerts(options, at(0, '15:00'));
    const { ref } = await addLead(db, newLead(), at(0, '16:00'));
    await addLead(db, newLead({ spam: true }), at(0, '16:00'));
    const client = await addLead(db, newLead(), at(0, '17:00'));
    await changeStatus(db, client.ref, { from: 'new', to: 'client' }, { who: 'Nodira' });
    await setReminder(db, ref, at(2, '18:00'), { who: 'Nodira' });
    await sendAlerts(options, at(1, '09:00'));
    await sendAlerts(options, at(2, '09:00'));
    const [first, second] = await alertsOf('digest');
    expect(first?.text).toContain('New leads: 2 (since November 16, 15:00)');
    expect(first?.text).toContain('Possible spam: 1, please check');
    expect(first?.text).toContain(`Places taken this season: 1 / ${facts.clientsPerSeason}`);
    expect(second?.text).toContain('No new leads (since November 17, 09:00)');
    expect(second?.text).toContain('Waiting for a reply for more than a day: 1');
    expect(second?.text).toContain(`Reminders due: 1 (${ref})`);
  });

  test('goes by mail while Telegram is failing', async () => {
    await sendAlerts(options, at(0, '15:00'));
    await channelFailed(db, 'telegram', 'Forbidden');
    await sendAlerts(options, at(1, '09:00'));
    await channelWorked(db, 'telegram');
    await sendAlerts(options, at(2, '09:00'));
    expect((await alertsOf('digest')).map(({ channel }) => channel)).toEqual([owner, 'telegram']);
  });
});

describe('a failing channel', () => {
  const now = () => new Date(Date.now() + 15 * minute);

  test('is reported once on the others after a quarter of an hour, and again when it works', async () => {
    await addLead(db, newLead());
    await enqueueLeads(db, options.channels);
    await channelFailed(db, 'telegram', 'Forbidden');
    await sendAlerts(options, new Date());
    expect(await alertsOf('incident')).toEqual([]);
    await sendAlerts(options, now());
    await sendAlerts(options, now());
    expect(await alertsOf('incident')).toMatchObject([
      { channel: owner, title: '⚠️ Telegram is failing', text: expect.stringContaining('Forbidden') },
    ]);
    await channelWorked(db, 'telegram');
    await sendAlerts(options, now());
    await sendAlerts(options, now());
    expect(await alertsOf('over')).toMatchObject([{ channel: owner, title: '✅ Telegram is working again' }]);
  });

  test('is not reported when it works again within that time', async () => {
    await addLead(db, newLead());
    await enqueueLeads(db, options.channels);
    await channelFailed(db, 'telegram', 'Forbidden');
    await channelWorked(db, 'telegram');
    await sendAlerts(options, now());
    expect([...(await alertsOf('incident')), ...(await alertsOf('over'))]).toEqual([]);
  });

  test('is reported by the process that has another channel', async () => {
    await addLead(db, newLead());
    await enqueueLeads(db, options.channels);
    await channelFailed(db, 'telegram', 'Forbidden');
    await sendAlerts({ ...options, channels: ['telegram'] }, now());
    await sendAlerts({ ...options, channels: [owner] }, now());
    expect(await alertsOf('incident')).toMatchObject([{ channel: owner }]);
  });
});

test('a Telegram account that is no longer connected is reported once', async () => {
  await openIncident(db, 'account:501', 'Aziza Karimova');
  for (const _ of [1, 2]) await sendAlerts(options, new Date());
  const title = '⚠️ Aziza Karimova: direct messages no longer arrive';
  expect(await alertsOf('incident')).toMatchObject([
    { channel: 'telegram', title },
    { channel: owner, title },
  ]);
  await closeIncident(db, 'account:501');
  await sendAlerts(options, new Date());
  expect(await allIncidents(db)).toEqual([]);
});

describe('single leads', () => {
  async function addTwo(): Promise<string[]> {
    const refs = [];
    for (const _ of [1, 2]) refs.push((await addLead(db, newLead())).ref);
    await enqueueLeads(db, options.channels);
    return refs;
  }
  const fail = async (how: object = {}) =>
    markFailed(db, (await claim(db, 'telegram')) as Item, 'HTTP 400', how);
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute);

  test('that a service refuses are reported at once', async () => {
    const refs = await addTwo();
    await fail({ retryInMs: minute, refused: true });
    for (const minutes of [0, 1]) await sendAlerts(options, inMinutes(minutes));
    expect(await alertsOf('refused')).toMatchObject([
      { channel: owner, title: '⚠️ Telegram refuses leads: 1.', text: expect.stringContaining(refs[0] ?? '') },
    ]);
  });

  test('that a channel gave up on within one hour are reported in two alerts at most', async () => {
    const [first, second] = await addTwo();
    await fail();
    await sendAlerts(options, inMinutes(0));
    await fail();
    for (const minutes of [1, 59, 61, 180]) await sendAlerts(options, inMinutes(minutes));
    const texts = (await alertsOf('dead')).map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining(`References: ${first}\n`),
      expect.stringContaining(`References: ${second}\n`),
    ]);
  });

  test('that are sent again, or erased, are forgotten', async () => {
    const [first = '', second = ''] = await addTwo();
    for (const _ of [1, 2]) await fail();
    await sendAlerts({ ...options, channels: ['telegram'] }, inMinutes(0));
    await resendLead(db, first, ['telegram'], { who: 'Nodira' });
    await eraseLead(db, second);
    await sendAlerts(options, inMinutes(0));
    expect(await alertsOf('dead')).toEqual([]);
    expect(await allIncidents(db)).toEqual([]);
  });

  test('whose message in Telegram cannot be deleted are reported once', async () => {
    await openIncident(db, 'undeleted:lead:K7Q2-9F3D', 'HTTP 400');
    for (const minutes of [0, 1, 200]) await sendAlerts(options, inMinutes(minutes));
    const alerts = await alertsOf('undeleted');
    expect(alerts.map(({ channel }) => channel)).toEqual(['telegram', owner]);
    expect(alerts[0]?.text).toContain('K7Q2-9F3D');
  });
});

test('an alert that waits to be sent is dropped when its incident is over', async () => {
  const send = vi.fn(async () => {});
  await openIncident(db, 'retention', '40');
  await sendAlerts(options, new Date());
  await closeIncident(db, 'retention');
  const outbox = startOutbox(db, [{ channel: owner, secrets: [], send }], log);
  await vi.waitUntil(async () => !(await claim(db, owner)), 20_000);
  await outbox.stop();
  expect(send).not.toHaveBeenCalled();
  expect(await alertsOf('incident')).toMatchObject([{ channel: 'telegram' }]);
});

test('backups that have failed for a day are reported once, and when they work again', async () => {
  await putState(db, 'backup', '/old.db', at(-3, '09:00'));
  vi.useFakeTimers({ toFake: ['Date'], now: at(0, '09:00') });
  onTestFinished(() => void vi.useRealTimers());
  await openIncident(db, 'backup', 'disk full');
  const quiet = { ...options, digest: null };
  for (const time of ['08:59', '09:00', '15:00']) await sendAlerts(quiet, at(1, time));
  await sendAlerts(quiet, at(2, '15:00'));
  expect(await alertsOf('incident')).toMatchObject([
    { channel: 'telegram', text: expect.stringMatching(/^Last backup: .*09:00\n/) },
    { channel: owner },
  ]);
  await closeIncident(db, 'backup');
  await sendAlerts(quiet, at(2, '16:00'));
  expect((await alertsOf('over'))[0]?.title).toBe('✅ Solved: Backups have been failing for more than a day');
});

test('it is reported at once that retention would erase too many leads', async () => {
  await openIncident(db, 'retention', '40');
  for (const time of ['15:00', '15:01']) await sendAlerts(options, at(0, time));
  expect(await alertsOf('incident')).toMatchObject([
    { channel: 'telegram', text: expect.stringContaining(': 40,') },
    { channel: owner },
  ]);
});

describe('reminders', () => {
  async function reminders(): Promise<string[]> {
    const rows = await db.all<{ key: string }>(sql`select key from outbox where kind = 'reminder'`);
    return rows.map(({ key }) => key);
  }

  test('an unanswered lead is sent again after an hour, of which only 09:00–21:00 counts', async () => {
    const { ref } = await addLead(db, newLead(), at(0, '20:30'));
    const answered = await addLead(db, newLead(), at(0, '20:30'));
    await addLead(db, newLead({ spam: true }), at(0, '20:30'));
    await changeStatus(db, answered.ref, { from: 'new', to: 'contacted' }, { who: 'Nodira' });
    await enqueueLeads(db, options.channels);
    await sendAlerts(options, at(1, '10:00'));
    expect(await reminders()).toEqual([]);
    await deliver('telegram');
    for (const time of ['09:29', '03:00']) await sendAlerts(options, at(1, time));
    expect(await reminders()).toEqual([]);
    for (const time of ['09:30', '15:00']) await sendAlerts(options, at(1, time));
    expect(await reminders()).toEqual([`unanswered:${ref}`]);
  });

  test('a lead whose reminder is due is sent with its last note, unless it is spam', async () => {
    const { ref } = await addLead(db, newLead(), at(0, '12:00'));
    await addNote(db, ref, 'wants Bologna', { who: 'Nodira' });
    const spam = await addLead(db, newLead({ spam: true }), at(0, '12:00'));
    for (const lead of [ref, spam.ref]) await setReminder(db, lead, at(1, '18:00'), { who: 'Nodira' });
    const quiet = { ...options, remindAfter: null };
    for (const time of ['17:59', '18:00', '18:05']) await sendAlerts(quiet, at(1, time));
    expect(await reminders()).toEqual([`due:${ref}:${at(1, '18:00').toISOString()}:telegram`]);
    expect((await alertsOf('due'))[0]).toMatchObject({ reason: 'due', note: 'wants Bologna' });
  });
});
