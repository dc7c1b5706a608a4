/** A channel is failing from a failed attempt until a message is accepted. */
import type { ChannelHealth } from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { clearFailing, getState, setFailing } from '#server/db/state.ts';

export const channelFailed = setFailing;

export const isFailing = async (db: Queries, channel: string): Promise<boolean> =>
  (await getState(db, `failing:${channel}`)) !== undefined;

/** Also makes messages that failed earlier due now. */
export async function channelWorked(db: Queries, channel: string): Promise<void> {
  if (await clearFailing(db, channel))
    await db.run(
      sql`update outbox set due_at = ${new Date().toISOString()}
        where channel = ${channel} and state = 'pending' and leased_until is null and attempts > 0`,
    );
}

export async function channelStates(db: Queries, channels: readonly string[]): Promise<ChannelHealth[]> {
  const sums = await db.all<{ channel: string; pending: number; dead: number; last: string | null }>(
    sql`select channel, count(*) filter (where state = 'pending') as pending,
        count(*) filter (where state = 'dead' and kind = 'lead') as dead,
        max(done_at) filter (where state = 'done') as last
      from outbox where kind not in ('edit', 'delete') group by channel`,
  );
  const failing = await db.all<{ name: string; value: string; at: string }>(
    sql`select name, value, at from state where name like 'failing:%'`,
  );
  const states = channels.map(async (channel) => {
    const { pending = 0, dead = 0, last = null } = sums.find((row) => row.channel === channel) ?? {};
    const failure = failing.find(({ name }) => name === `failing:${channel}`);
    return {
      channel,
      pending,
      dead,
      undeliveredLeads: dead > 0 ? await undeliveredLeads(db, channel) : [],
      lastDeliveredAt: last,
      lastError: failure?.value ?? null,
      failingSince: failure?.at ?? null,
    };
  });
  return Promise.all(states);
}

const maxUndeliveredLeads = 10;

async function undeliveredLeads(db: Queries, channel: string): Promise<string[]> {
  const rows = await db.all<{ ref: string }>(
    sql`select ref from contact_submissions l join outbox o on o.lead_id = l.id
      where o.channel = ${channel} and o.kind = 'lead' and o.state = 'dead'
      order by l.id desc limit ${maxUndeliveredLeads}`,
  );
  return rows.map(({ ref }) => ref);
}

const failingAfterMs = 15 * 60_000;

export const hasFailedLong = ({ failingSince, pending, dead }: ChannelHealth, now = new Date()): boolean =>
  failingSince !== null && pending + dead > 0 && now.getTime() - Date.parse(failingSince) >= failingAfterMs;
