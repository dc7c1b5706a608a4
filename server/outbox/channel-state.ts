/** A channel is failing from a failed attempt until a message is accepted. */
import type { ChannelHealth, LeadDelivery } from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { closeIncident, findIncident, openIncident } from './incidents.ts';
import { refIn } from './queue.ts';

const channelIncident = (channel: string) => `channel:${channel}`;

export const channelFailed = (db: Queries, channel: string, error: string): Promise<void> =>
  openIncident(db, channelIncident(channel), error);

export const isFailing = async (db: Queries, channel: string): Promise<boolean> =>
  (await findIncident(db, channelIncident(channel))) !== undefined;

/** Also makes messages due that failed because of the channel, not because of themselves. */
export async function channelWorked(db: Queries, channel: string): Promise<void> {
  if (await closeIncident(db, channelIncident(channel)))
    await db.run(
      sql`update outbox set due_at = ${new Date().toISOString()} where channel = ${channel}
        and state = 'pending' and leased_until is null and attempts > 0 and not refused`,
    );
}

/** Reads only what an index holds: old messages are never removed. */
export const channelStates = (db: Queries, channels: readonly string[]): Promise<ChannelHealth[]> =>
  Promise.all(
    channels.map(async (channel) => {
      const sums = await db.get<{ pending: number; dead: number; last: string | null }>(
        sql`select
          (select count(*) from outbox where channel = ${channel} and state = 'pending') as pending,
          (select count(*) from outbox where channel = ${channel} and state = 'dead' and kind = 'lead') as dead,
          (select max(done_at) from outbox where channel = ${channel} and state = 'done') as last`,
      );
      const { pending = 0, dead = 0, last = null } = sums ?? {};
      const incident = await findIncident(db, channelIncident(channel));
      return {
        channel,
        pending,
        dead,
        undeliveredLeads: dead > 0 ? await undeliveredLeads(db, channel) : [],
        lastDeliveredAt: last,
        lastError: incident?.error ?? null,
        failingSince: incident?.since ?? null,
      };
    }),
  );

const maxUndeliveredLeads = 10;

async function undeliveredLeads(db: Queries, channel: string): Promise<string[]> {
  const rows = await db.all<{ key: string }>(
    sql`select key from outbox where channel = ${channel} and state = 'dead' and kind = 'lead'
      order by lead_id desc limit ${maxUndeliveredLeads}`,
  );
  return rows.map(({ key }) => refIn(key));
}

/** Leads `l` that a channel gave up on. */
export const isUndelivered = sql`l.id in (select lead_id from outbox where state = 'dead' and kind = 'lead')`;

export const deliveriesOf = (db: Queries, leadId: number): Promise<LeadDelivery[]> =>
  db.all<LeadDelivery>(
    sql`select channel, case state when 'done' then 'delivered' else state end as state, attempts,
        last_error as "lastError", done_at as "deliveredAt", case state when 'pending' then due_at end as "nextAttemptAt"
      from outbox where lead_id = ${leadId} and kind = 'lead' order by channel`,
  );

/** Leads `l` that were posted in Telegram and not yet a second time, under the key `unanswered:REF`. */
export const isPostedOnce = sql`exists (select 1 from outbox where lead_id = l.id and channel = 'telegram'
  and kind = 'lead' and state = 'done') and not exists (select 1 from outbox where key = 'unanswered:' || l.ref)`;

/** When a message of this kind (`digest`) was last sent. */
export async function lastSentAt(db: Queries, kind: string): Promise<string | null> {
  const row = await db.get<{ at: string | null }>(
    sql`select max(done_at) as at from outbox where kind = 'staff' and key like ${`${kind}:%`} and state = 'done'`,
  );
  return row?.at ?? null;
}

const failingAfterMs = 15 * 60_000;

export const hasFailedLong = ({ failingSince, pending, dead }: ChannelHealth, now = new Date()): boolean =>
  failingSince !== null && pending + dead > 0 && now.getTime() - Date.parse(failingSince) >= failingAfterMs;
