/** The outbox table. Inserting a key that exists does nothing, so everything is sent once, whoever asks for it. */
import { tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { join, raw, row, sql } from '../db/sql.ts';
import { completeLeads } from '../leads/add.ts';
import type { Actor } from '../leads/change.ts';
import { normaliseRef } from '../leads/ref.ts';
import type { Notice, Reminder } from './channel.ts';

const dayMs = 24 * 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

export type Item = {
  id: number;
  key: string;
  kind: string;
  lead_id: number | null;
  payload: string | null;
  attempts: number;
  /** Only the process that holds this lease may record the result. */
  leased_until: string;
};

/** True when the notice was not in the outbox yet. */
export async function enqueueNotice(
  db: Db,
  {
    key,
    channel,
    notice,
    dueAt = new Date(),
  }: { key: string; channel: string; notice: Notice; dueAt?: Date },
): Promise<boolean> {
  const payload = JSON.stringify(notice);
  const columns = row({ key, channel, kind: 'notice', payload, due_at: dueAt.toISOString() });
  return (await db.run(sql`insert into outbox ${columns} on conflict (key) do nothing`)) > 0;
}

export async function enqueueReminder(
  db: Db,
  { key, channel, leadId, reminder }: { key: string; channel: string; leadId: number; reminder: Reminder },
): Promise<boolean> {
  const payload = JSON.stringify(reminder);
  const columns = row({ key, channel, kind: 'reminder', lead_id: leadId, payload, due_at: inMs(0) });
  return (await db.run(sql`insert into outbox ${columns} on conflict (key) do nothing`)) > 0;
}

const newLeadsAtOnce = 100;

/** Puts leads that nobody has seen yet into the outbox, wherever they were stored. Answers how many. */
export async function enqueueNewLeads(db: Db, channels: readonly string[]): Promise<number> {
  await completeLeads(db);
  return db.transaction(async (db) => {
    const leads = await db.all<{ id: number; ref: string }>(
      sql`update contact_submissions set enqueued_at = ${inMs(0)} where enqueued_at is null and search is not null
        and id in (select id from contact_submissions where enqueued_at is null and search is not null
          order by id limit ${newLeadsAtOnce}) returning id, ref`,
    );
    for (const { id, ref } of leads.toSorted((a, b) => a.id - b.id))
      for (const channel of channels) {
        const columns = row({
          ...{ key: `lead:${ref}:${channel}`, channel },
          kind: 'lead',
          lead_id: id,
          due_at: inMs(0),
        });
        await db.run(sql`insert into outbox ${columns} on conflict (key) do nothing`);
      }
    return leads.length;
  });
}

const recentDays = 7;

/** A newly configured channel gets the leads of the last seven days. */
export async function enqueueRecentLeads(db: Db, channel: string): Promise<number> {
  return db.run(
    sql`insert into outbox (key, channel, kind, lead_id, due_at)
      select 'lead:' || ref || ':' || ${channel}, ${channel}, 'lead', id, created_at from contact_submissions l
      where enqueued_at is not null and day > ${tashkentDate(new Date(), recentDays)}
        and not exists (select 1 from outbox where lead_id = l.id and channel = ${channel} and kind = 'lead')
      order by day, id on conflict (key) do nothing`,
  );
}

/** Leases a due message. The condition is repeated, so that of two processes the slower one gets nothing. */
export async function claim(
  db: Db,
  channel: string,
  leaseMs: number,
  first: 'newest' | 'oldest' = 'newest',
): Promise<Item | undefined> {
  const now = inMs(0);
  const isDue = sql`channel = ${channel} and state = 'pending' and due_at <= ${now}
    and (leased_until is null or leased_until <= ${now})`;
  const order = raw(first === 'newest' ? 'desc' : 'asc');
  return db.get<Item>(
    sql`update outbox set leased_until = ${inMs(leaseMs)}
      where ${isDue} and id = (select id from outbox where ${isDue} order by due_at ${order}, id ${order} limit 1)
      returning id, key, kind, lead_id, payload, attempts, leased_until`,
  );
}

const isMine = ({ id, leased_until }: Item) =>
  sql`id = ${id} and leased_until = ${leased_until} and state = 'pending'`;

/** False when the lease was lost: the message was sent again, superseded or erased meanwhile. */
export async function markDone(db: Db, item: Item): Promise<boolean> {
  const done = await db.run(
    sql`update outbox set state = 'done', attempts = attempts + 1, leased_until = null, done_at = ${inMs(0)}, last_error = null
      where ${isMine(item)}`,
  );
  return done > 0;
}

/** `retryInMs` null: no attempt is left. False as above. */
export async function markFailed(
  db: Db,
  item: Item,
  error: string,
  retryInMs: number | null,
): Promise<boolean> {
  const failed = await db.run(
    retryInMs === null
      ? sql`update outbox set state = 'dead', attempts = attempts + 1, leased_until = null, done_at = ${inMs(0)},
          last_error = ${error} where ${isMine(item)}`
      : sql`update outbox set attempts = attempts + 1, leased_until = null, due_at = ${inMs(retryInMs)},
          last_error = ${error} where ${isMine(item)}`,
  );
  return failed > 0;
}

/** The attempt was broken off: another process may try at once. */
export const release = (db: Db, item: Item): Promise<number> =>
  db.run(sql`update outbox set leased_until = null where ${isMine(item)}`);

/** Sends a lead once more to all of these channels, counting attempts anew. False when there is no such lead. */
export async function resendLead(
  db: Db,
  ref: string,
  channels: readonly string[],
  { who, origin }: Actor,
): Promise<boolean> {
  return db.transaction(async (db) => {
    const lead = await db.get<{ id: number; ref: string }>(
      sql`select id, ref from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    if (!lead) return false;
    const at = inMs(0);
    await db.run(
      sql`insert into lead_events ${row({ lead_id: lead.id, ref: lead.ref, at, who, kind: 'resend', origin: origin ?? null })}
        on conflict (origin) do nothing`,
    );
    for (const channel of channels) {
      const key = `lead:${lead.ref}:${channel}`;
      await db.run(
        sql`insert into outbox ${row({ key, channel, kind: 'lead', lead_id: lead.id, due_at: at })} on conflict (key)
          do update set state = 'pending', attempts = 0, due_at = excluded.due_at, leased_until = null, done_at = null,
          last_error = null`,
      );
    }
    // Channels that are no longer configured cannot be repaired: forget their failures.
    await db.run(
      sql`delete from outbox where lead_id = ${lead.id} and kind = 'lead' and state = 'dead'
        and channel not in (${join(['', ...channels])})`,
    );
    return true;
  });
}

/** How messages ended: `pending` while any of them waits, `dead` when one failed for good. */
export async function outcomeOf(db: Db, keys: readonly string[]): Promise<'done' | 'pending' | 'dead'> {
  const rows = await db.all<{ state: 'done' | 'pending' | 'dead' }>(
    sql`select state from outbox where key in (${join(['', ...keys])})`,
  );
  const states = rows.map(({ state }) => state);
  return states.includes('dead') ? 'dead' : states.includes('pending') ? 'pending' : 'done';
}

const keptDays = 30;

/** Forgets old messages. Leads and reminders keep their rows, which hold that they were sent. */
export const purgeOutbox = (db: Db): Promise<number> =>
  db.run(
    sql`delete from outbox where state <> 'pending' and kind not in ('lead', 'reminder') and done_at < ${inMs(-keptDays * dayMs)}`,
  );
