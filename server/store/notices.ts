import {
  type ChannelState,
  daily,
  type Heard,
  latestHold,
  latestTold,
  type NoticeStore,
} from '../notices/notice-store.ts';
import { type EitherDatabase, listed, sql } from './sql.ts';

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

export const notices = (db: EitherDatabase): NoticeStore => ({
  async setRight(now, today) {
    const ahead = sql`told_at > ${latestTold(now)}`;
    const stillToCome = sql`key > ${today} and kind in (${listed(daily)})`;
    if (!(await db.lookFirst(sql`select 1 from notices where ${ahead}`))) return;
    await db.change(
      sql`delete from notices where ${ahead} and ${stillToCome}`,
      sql`update notices set told_at = ${now} where ${ahead} and not (${stillToCome})`,
    );
  },

  async claim({ kind, key, channel, saying }, now, leaseMs) {
    const open = sql`n.told is distinct from ${saying}
      and (n.held_until is null or n.held_until <= ${now} or n.held_until > ${latestHold(now)})`;
    // Mostly there is nothing to tell.
    const isFree = await db.lookFirst(
      sql`select 1 where not exists (select 1 from notices n
        where kind = ${kind} and key = ${key} and channel = ${channel} and not (${open}))`,
    );
    if (!isFree) return null;
    const [row] = await db.rows<{ tries: number }>(
      sql`insert into notices as n (kind, key, channel, held_until, tries)
        values (${kind}, ${key}, ${channel}, ${after(now, leaseMs)}, 1)
        on conflict (kind, key, channel) do update set held_until = excluded.held_until, tries = n.tries + 1
        where ${open} returning tries`,
    );
    return row?.tries ?? null;
  },

  async told({ kind, key, channel, saying }, now, quietMs = 0) {
    await db.change(
      sql`insert into notices (kind, key, channel, told, told_at, held_until)
        values (${kind}, ${key}, ${channel}, ${saying}, ${now}, ${quietMs > 0 ? after(now, quietMs) : null})
        on conflict (kind, key, channel) do update set
          told = excluded.told, told_at = excluded.told_at, held_until = excluded.held_until, tries = 0`,
    );
  },

  async putOff({ kind, key, channel }, now, inMs) {
    await db.change(
      sql`update notices set held_until = ${after(now, inMs)}
        where kind = ${kind} and key = ${key} and channel = ${channel}`,
    );
  },

  heard: (kind, key) =>
    db.rows<Heard>(
      sql`select channel, told, told_at as at from notices
        where kind = ${kind} and key = ${key} and told is not null order by channel`,
      'at',
    ),

  async lastTold(kind) {
    const [row] = await db.rows<{ at: Date | null }>(
      sql`select max(told_at) as at from notices where kind = ${kind}`,
      'at',
    );
    return row?.at ?? null;
  },

  async channelStates(channels) {
    if (channels.length === 0) return [];
    const places = channels.map((channel, place) => sql`(${channel}, cast(${place} as integer))`);
    const rows = await db.rows<Omit<ChannelState, 'owed'> & { now: Date }>(
      sql`with n (channel, place) as (values ${listed(places)})
        select ${db.later(0)} as now, n.channel, coalesce(given_up, 0) as "givenUp", failing_since as "failingSince",
          (select cast(count(*) as integer) from deliveries d
           where d.channel = n.channel and state = 'pending') as pending,
          (select cast(count(*) as integer) from deliveries d
           where d.channel = n.channel and state = 'dead') as dead,
          (select max(delivered_at) from deliveries d
           where d.channel = n.channel and state = 'delivered') as "lastDeliveredAt",
          (select last_error from deliveries d where d.channel = n.channel and last_error is not null
           order by failed_at desc limit 1) as "lastError"
        from n left join channels c on c.channel = n.channel order by place`,
      'now',
      'failingSince',
      'lastDeliveredAt',
    );
    return rows.map(({ now, ...row }) => {
      // By whole minutes, so that the same time is told at every look.
      const aheadMs = 60_000 * Math.round((now.getTime() - Date.now()) / 60_000);
      const byCaller = (time: Date | null) => time && after(time, -aheadMs);
      return {
        ...row,
        failingSince: byCaller(row.failingSince),
        lastDeliveredAt: byCaller(row.lastDeliveredAt),
        owed: row.pending + row.dead > 0,
      };
    });
  },

  async deadLeads(channel, limit) {
    const rows = await db.rows<{ ref: string }>(
      sql`select s.ref from deliveries d join contact_submissions s on s.id = d.submission_id
        where d.channel = ${channel} and d.state = 'dead' order by d.id desc limit ${limit}`,
    );
    return rows.map(({ ref }) => ref);
  },
});
