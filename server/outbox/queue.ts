/** The table `outbox`. A key is queued once, however many processes do so. Delivery is at least once. */
import { dayMs } from '#contract/tashkent-time.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { isoNow, join, row, type Sql, sql } from '#server/db/sql.ts';
import { completeSupabaseLeads } from '#server/leads/add.ts';
import { type Actor, recordChange } from '#server/leads/change.ts';
import { eventsSince, findLead, leadsByRef, leadsSeenAfter } from '#server/leads/find.ts';
import type { Channel, Reminder, StaffMessage } from './channel.ts';

/** `at`: the time that was set for it, null for an unanswered lead. */
type ReminderPayload = Reminder & { at: string | null };
/** `incident`: what it reports; when that is over, the message is not sent. */
type StaffPayload = StaffMessage & { incident?: string };

type Content =
  | { kind: 'lead'; lead_id: number }
  | { kind: 'reminder'; lead_id: number; payload: ReminderPayload }
  | { kind: 'staff'; payload: StaffPayload }
  | { kind: 'event'; lead_id: number | null };

export type Item = Content & {
  id: number;
  key: string;
  attempts: number;
  queued_at: string;
  /** Only the process that holds this lease may record the result. */
  leased_until: string;
};

const newRow = () => ({ queued_at: isoNow(), due_at: isoNow() });

export async function enqueue(
  db: Queries,
  { payload, ...item }: { key: string; channel: Channel } & Extract<Content, { payload: object }>,
): Promise<void> {
  const values = row({ ...item, payload: JSON.stringify(payload), ...newRow() });
  await db.run(sql`insert into outbox ${values} on conflict (key) do nothing`);
}

const recentDays = 7;

/** Every lead of the last days has a row for each channel, and every change one for the webhook, whoever stored it. Returns how many were missing. */
export async function enqueueLeads(db: Db, channels: readonly string[]): Promise<number> {
  await completeSupabaseLeads(db);
  const recent = leadsSeenAfter(new Date(Date.now() - recentDays * dayMs));
  let missing = 0;
  for (const channel of channels) missing += await enqueueFor(db, channel, recent);
  return channels.includes('webhook') ? missing + (await enqueueEvents(db)) : missing;
}

const enqueueEvents = (db: Queries): Promise<number> =>
  db.run(
    sql`insert into outbox (key, channel, kind, lead_id, queued_at, due_at)
      select 'event:' || ref || ':' || id, 'webhook', 'event', lead_id, ${isoNow()}, ${isoNow()}
      from ${eventsSince(isoNow(-recentDays * dayMs))} as e
      where not exists (select 1 from outbox where key = 'event:' || e.ref || ':' || e.id)
      order by id on conflict (key) do nothing`,
  );

const enqueueFor = (db: Queries, channel: string, leads: Sql): Promise<number> =>
  db.run(
    sql`insert into outbox (key, channel, kind, lead_id, queued_at, due_at)
      select 'lead:' || ref || ':' || ${channel}, ${channel}, 'lead', id, ${isoNow()}, ${isoNow()} from ${leads} as l
      where not exists (select 1 from outbox where lead_id = l.id and channel = ${channel} and kind = 'lead')
      order by seen_at, id on conflict (key) do nothing`,
  );

/** Of the keys of leads and events. */
export const refIn = (key: string): string => key.split(':')[1] ?? '';

/** Longer than any attempt. */
const leaseMs = 60_000;

/**
 * Leases the oldest due message: after an outage the chat then reads in order. A fresh lead waits for that, at Telegram's pace some
 * minutes.
 */
export const claim = (db: Queries, channel: string) => lease(db, channel, sql`due_at <= ${isoNow()}`);

/** Leases a message before it is due, to find out whether a failing channel works again. */
export const claimEarly = (db: Queries, channel: string) => lease(db, channel, sql`true`);

async function lease(db: Queries, channel: string, condition: Sql): Promise<Item | undefined> {
  const isFree = sql`channel = ${channel} and state = 'pending' and ${condition}
    and (leased_until is null or leased_until <= ${isoNow()})`;
  const leased = await db.get<{ payload: string | null }>(
    sql`update outbox set leased_until = ${isoNow(leaseMs)}
      where ${isFree} and id = (select id from outbox where ${isFree} order by id limit 1)
      returning id, key, kind, lead_id, payload, attempts, queued_at, leased_until`,
  );
  return leased && ({ ...leased, payload: JSON.parse(leased.payload ?? 'null') } as Item);
}

export const markDone = (db: Queries, item: Item): Promise<void> =>
  finishAttempt(db, item, sql`state = 'done', done_at = ${isoNow()}, last_error = null`);

/** Without `retryInMs` there is no further attempt. `refused`: by the service, which may accept others. */
export const markFailed = (
  db: Queries,
  item: Item,
  error: string,
  { retryInMs, refused = false }: { retryInMs?: number | undefined; refused?: boolean } = {},
): Promise<void> =>
  finishAttempt(
    db,
    item,
    retryInMs === undefined
      ? sql`state = 'dead', done_at = ${isoNow()}, last_error = ${error}`
      : sql`due_at = ${isoNow(retryInMs)}, last_error = ${error}, refused = ${refused}`,
  );

const leasedAs = ({ id, leased_until }: Item) => sql`id = ${id} and leased_until = ${leased_until}`;

/** Ends an attempt that does not count. */
export async function releaseLease(db: Queries, item: Item): Promise<void> {
  await db.run(sql`update outbox set leased_until = null where ${leasedAs(item)}`);
}

/** For a message that is no longer true. */
export async function drop(db: Queries, item: Item): Promise<void> {
  await db.run(sql`delete from outbox where ${leasedAs(item)}`);
}

/** Does nothing when the message was resent or erased since it was claimed. */
async function finishAttempt(db: Queries, item: Item, result: Sql): Promise<void> {
  await db.run(
    sql`update outbox set attempts = attempts + 1, leased_until = null, ${result}
      where ${leasedAs(item)} and state = 'pending'`,
  );
}

/** Returns false when there is no such lead. */
export async function resendLead(
  db: Db,
  ref: string,
  channels: readonly string[],
  actor: Actor,
): Promise<boolean> {
  return db.transaction(async (db) => {
    const lead = await findLead(db, ref);
    if (!lead) return false;
    await recordChange(db, lead, { kind: 'resend' }, actor);
    // Also clears failures of channels that are no longer configured.
    await db.run(sql`delete from outbox where lead_id = ${lead.id} and kind = 'lead'
      and (state = 'dead' or channel in (${join(['', ...channels])}))`);
    for (const channel of channels) await enqueueFor(db, channel, leadsByRef([lead.ref]));
    return true;
  });
}

/** Sends every lead again that the channel gave up on. Returns their number. */
export async function resendDead(db: Db, channel: string, actor: Actor): Promise<number> {
  return db.transaction(async (db) => {
    const leads = await db.all<{ id: number; key: string }>(
      sql`update outbox set state = 'pending', attempts = 0, refused = ${false}, due_at = ${isoNow()},
          queued_at = ${isoNow()}, done_at = null
        where channel = ${channel} and state = 'dead' and kind = 'lead' returning lead_id as id, key`,
    );
    for (const { id, key } of leads)
      await recordChange(db, { id, ref: refIn(key) }, { kind: 'resend' }, actor);
    return leads.length;
  });
}

/** A test message counts as a delivery. */
export async function recordTest(db: Queries, channel: string): Promise<void> {
  const key = `test:${channel}:${isoNow()}`;
  const values = row({ key, channel, kind: 'staff', state: 'done', ...newRow(), done_at: isoNow() });
  await db.run(sql`insert into outbox ${values} on conflict (key) do nothing`);
}

const keptDays = 30;
/** By then every process that serves a channel has tried to send what is due. */
const abandonedDays = 7;

/**
 * Rows of leads and reminders stay, so that these are not sent again. Leads that wait for a channel which was removed from the
 * settings do not.
 */
export const purgeOutbox = (db: Queries, channels: readonly string[]): Promise<number> =>
  db.run(
    sql`delete from outbox where (state <> 'pending' and kind not in ('lead', 'reminder')
        and done_at < ${isoNow(-keptDays * dayMs)})
      or (state = 'pending' and kind = 'lead' and channel not in (${join(['', ...channels])})
        and due_at < ${isoNow(-abandonedDays * dayMs)})`,
  );
