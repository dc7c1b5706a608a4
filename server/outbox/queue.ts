/**
 * Inserting a key that exists does nothing, so each message is queued once; only edits of Telegram messages are queued again.
 * Delivery is at least once.
 */
import { dayMs, tashkentDate } from '#contract/tashkent-time.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { join, row, type Sql, sql } from '#server/db/sql.ts';
import { completeSupabaseLeads } from '#server/leads/add.ts';
import type { Actor } from '#server/leads/change.ts';
import { normaliseRef } from '#server/leads/ref.ts';
import type { Channel, Reminder, StaffMessage } from './channel.ts';

const isoAfter = (ms: number) => new Date(Date.now() + ms).toISOString();
const isoNow = () => isoAfter(0);

export type Item = {
  id: number;
  key: string;
  kind: 'lead' | 'reminder' | 'staff' | 'edit' | 'delete';
  lead_id: number | null;
  /** JSON. With key, kind and lead it makes an `OutboxMessage` or a `TelegramChange`. */
  payload: string | null;
  attempts: number;
  /** Only the process that holds this lease may record the result. */
  leased_until: string;
};

type NewItem = { key: string; channel: Channel } & (
  | { kind: 'staff'; payload: StaffMessage }
  | { kind: 'reminder'; payload: Reminder; lead_id: number }
);

export async function enqueue(db: Queries, { payload, ...item }: NewItem): Promise<void> {
  const values = row({ ...item, payload: JSON.stringify(payload), due_at: isoNow() });
  await db.run(sql`insert into outbox ${values} on conflict (key) do nothing`);
}

const enqueueBatchSize = 500;

/** Enqueues leads whether this server or a Supabase project stored them. Returns how many. */
export async function enqueueNewLeads(db: Db, channels: readonly string[]): Promise<number> {
  await completeSupabaseLeads(db);
  return db.transaction(async (db) => {
    const isNew = sql`enqueued_at is null and search is not null`;
    const leads = await db.all<{ id: number }>(
      sql`update contact_submissions set enqueued_at = ${isoNow()} where ${isNew} and id in
        (select id from contact_submissions where ${isNew} order by id limit ${enqueueBatchSize}) returning id`,
    );
    const found = sql`id in (${join([-1, ...leads.map(({ id }) => id)])})`;
    if (leads.length > 0) for (const channel of channels) await enqueueLeads(db, channel, found);
    return leads.length;
  });
}

const recentDays = 7;

/** For a channel that was set up after the leads arrived. */
export const enqueueRecentLeads = (db: Queries, channel: string): Promise<number> =>
  enqueueLeads(db, channel, sql`enqueued_at is not null and day > ${tashkentDate(new Date(), recentDays)}`);

const enqueueLeads = (db: Queries, channel: string, which: Sql): Promise<number> =>
  db.run(
    sql`insert into outbox (key, channel, kind, lead_id, due_at)
      select 'lead:' || ref || ':' || ${channel}, ${channel}, 'lead', id, enqueued_at from contact_submissions
      where ${which} order by id on conflict (key) do nothing`,
  );

/** Longer than a usual attempt. After a longer one, another server may send the message again. */
const leaseMs = 60_000;

/** Leases the newest due message: a fresh lead must not wait behind a long queue. */
export const claim = (db: Queries, channel: string) => lease(db, channel, sql`due_at <= ${isoNow()}`);

/** Leases a message before it is due, to find out whether a failing channel works again. */
export const claimEarly = (db: Queries, channel: string) =>
  lease(db, channel, sql`kind not in ('edit', 'delete')`);

function lease(db: Queries, channel: string, condition: Sql): Promise<Item | undefined> {
  const isFree = sql`channel = ${channel} and state = 'pending' and ${condition}
    and (leased_until is null or leased_until <= ${isoNow()})`;
  return db.get<Item>(
    sql`update outbox set leased_until = ${isoAfter(leaseMs)}
      where ${isFree} and id = (select id from outbox where ${isFree} order by due_at desc, id desc limit 1)
      returning id, key, kind, lead_id, payload, attempts, leased_until`,
  );
}

export const markDone = (db: Queries, item: Item): Promise<void> =>
  finishAttempt(db, item, sql`state = 'done', done_at = ${isoNow()}, last_error = null`);

/** Without `retryInMs` there is no further attempt. */
export const markFailed = (db: Queries, item: Item, error: string, retryInMs?: number): Promise<void> =>
  finishAttempt(
    db,
    item,
    retryInMs === undefined
      ? sql`state = 'dead', done_at = ${isoNow()}, last_error = ${error}`
      : sql`due_at = ${isoAfter(retryInMs)}, last_error = ${error}`,
  );

/** Ends an early attempt, which does not count. */
export async function releaseLease(db: Queries, { id, leased_until }: Item): Promise<void> {
  await db.run(
    sql`update outbox set leased_until = null where id = ${id} and leased_until = ${leased_until}`,
  );
}

/** Does nothing when the message was resent, superseded or erased since it was claimed. */
async function finishAttempt(db: Queries, { id, leased_until }: Item, result: Sql): Promise<void> {
  await db.run(
    sql`update outbox set attempts = attempts + 1, leased_until = null, ${result}
      where id = ${id} and leased_until = ${leased_until} and state = 'pending'`,
  );
}

/** Returns false when there is no such lead. */
export async function resendLead(
  db: Db,
  ref: string,
  channels: readonly string[],
  { who }: Actor,
): Promise<boolean> {
  return db.transaction(async (db) => {
    const lead = await db.get<{ id: number; ref: string }>(
      sql`update contact_submissions set enqueued_at = ${isoNow()} where ref = ${normaliseRef(ref)} returning id, ref`,
    );
    if (!lead) return false;
    const event = row({ lead_id: lead.id, ref: lead.ref, at: isoNow(), who, kind: 'resend' });
    await db.run(sql`insert into lead_events ${event}`);
    // Also clears failures of channels that are no longer configured.
    await db.run(sql`delete from outbox where lead_id = ${lead.id} and kind = 'lead'
      and (state = 'dead' or channel in (${join(['', ...channels])}))`);
    for (const channel of channels) await enqueueLeads(db, channel, sql`id = ${lead.id}`);
    return true;
  });
}

export async function outcomeOf(db: Queries, keys: readonly string[]): Promise<'done' | 'pending' | 'dead'> {
  const rows = await db.all<{ state: 'done' | 'pending' | 'dead' }>(
    sql`select state from outbox where key in (${join(['', ...keys])})`,
  );
  const states = rows.map(({ state }) => state);
  return states.includes('dead') ? 'dead' : states.includes('pending') ? 'pending' : 'done';
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
        and done_at < ${isoAfter(-keptDays * dayMs)})
      or (state = 'pending' and kind = 'lead' and channel not in (${join(['', ...channels])})
        and due_at < ${isoAfter(-abandonedDays * dayMs)})`,
  );
