import { beforeEach, describe, expect, test, vi } from 'vitest';
import { facts } from '#content/facts.ts';
import { startOfTashkentDay } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { putState } from '#server/db/state.ts';
import { addLead } from '#server/leads/add.ts';
import { addNote, changeStatus, setReminder } from '#server/leads/change.ts';
import { localeIn } from '#server/leads/locale.ts';
import type { Channel } from '#server/outbox/channel.ts';
import { channelFailed, channelWorked } from '#server/outbox/channel-state.ts';
import { claim, enqueueNewLeads, type Item, markDone, markFailed } from '#server/outbox/queue.ts';
import { openTestDatabase } from '#tests/database.ts';
import { newLead } from '#tests/leads.ts';
import { type AlertOptions, reportRetentionStopped, sendAlerts } from './alerts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
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
    backups: true,
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
    await enqueueNewLeads(db, options.channels);
    await channelFailed(db, 'telegram', 'Forbidden');
    await sendAlerts(options, new Date());
    expect(await alertsOf('failing')).toEqual([]);
    await sendAlerts(options, now());
    await sendAlerts(options, now());
    expect(await alertsOf('failing')).toMatchObject([
      { channel: owner, title: '⚠️ Telegram is failing', text: expect.stringContaining('Forbidden') },
    ]);
    await deliver(owner);
    await channelWorked(db, 'telegram');
    await sendAlerts(options, now());
    await sendAlerts(options, now());
    expect(await alertsOf('working')).toMatchObject([
      { channel: owner, title: '✅ Telegram is working again' },
    ]);
  });

  test('is not reported if it works again before the alert is sent', async () => {
    await addLead(db, newLead());
    await enqueueNewLeads(db, options.channels);
    await channelFailed(db, 'telegram', 'Forbidden');
    await sendAlerts(options, now());
    await channelWorked(db, 'telegram');
    await sendAlerts(options, now());
    expect([...(await alertsOf('failing')), ...(await alertsOf('working'))]).toEqual([]);
  });

  test('leads that it gave up on within one hour are reported in one alert', async () => {
    const refs = [];
    for (const _ of [1, 2]) refs.push((await addLead(db, newLead())).ref);
    await enqueueNewLeads(db, options.channels);
    for (const _ of refs) await markFailed(db, (await claim(db, 'telegram')) as Item, 'HTTP 400');
    await sendAlerts(options, new Date());
    expect(await alertsOf('dead')).toEqual([]);
    for (const minutes of [60, 61]) await sendAlerts(options, new Date(Date.now() + minutes * minute));
    expect(await alertsOf('dead')).toMatchObject([
      { channel: owner, text: expect.stringContaining(`References: ${refs.toReversed().join(', ')}\n`) },
    ]);
  });
});

test('if a Telegram message of an erased lead cannot be deleted, the staff are told once', async () => {
  await db.run(
    sql`insert into outbox (key, channel, kind, payload, state, due_at)
      values ('delete:-1:5', 'telegram', 'delete', ${JSON.stringify({ ref: 'K7Q2-9F3D' })}, 'dead', '2026-11-16T10:00:00.000Z')`,
  );
  await sendAlerts(options, at(0, '15:00'));
  await sendAlerts(options, at(0, '15:01'));
  const alerts = await alertsOf('left');
  expect(alerts.map(({ channel }) => channel)).toEqual(['telegram', owner]);
  expect(alerts[0]?.text).toContain('K7Q2-9F3D');
});

test('backups that have failed for a day are reported once a day', async () => {
  await putState(db, 'backup', '/old.db', at(-3, '09:00'));
  await putState(db, 'failing:backup', 'disk full', at(0, '09:00'));
  await putState(db, 'failing:backup-command', 'exit code 1', at(1, '08:00'));
  for (const time of ['08:59', '09:00', '15:00']) await sendAlerts({ ...options, digest: null }, at(1, time));
  expect(await alertsOf('backup')).toMatchObject([
    { channel: 'telegram', text: expect.stringMatching(/^Last backup: .*09:00.*\n/) },
    { channel: owner },
  ]);
  await sendAlerts({ ...options, digest: null }, at(2, '08:30'));
  expect((await alertsOf('backup-command'))[0]?.text).toContain('Last off-site copy: none yet\n');
});

test('it is reported that retention would erase too many leads', async () => {
  await reportRetentionStopped(options, 40);
  await reportRetentionStopped(options, 40);
  expect(await alertsOf('retention')).toMatchObject([
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
    await enqueueNewLeads(db, options.channels);
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
