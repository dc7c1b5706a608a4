import {
  type ChannelState,
  daily,
  type Heard,
  latestHold,
  latestTold,
  type NoticeStore,
} from '../notices/notice-store.ts';
import type { PostgresPool } from './postgres-pool.ts';

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

export const postgresNotices = (pool: PostgresPool): NoticeStore => ({
  async setRight(now, today) {
    await pool.ask(
      (sql) => sql`
      with still_to_come as (
        delete from notices where told_at > ${latestTold(now)} and key > ${today} and kind in ${sql(daily)}
      )
      update notices set told_at = ${now}
      where told_at > ${latestTold(now)} and not (key > ${today} and kind in ${sql(daily)})`,
    );
  },

  async claim({ kind, key, channel, saying }, now, leaseMs) {
    const [row] = await pool.ask(
      (sql) => sql<{ tries: number }[]>`
      insert into notices as n (kind, key, channel, held_until, tries)
      values (${kind}, ${key}, ${channel}, ${after(now, leaseMs)}, 1)
      on conflict (kind, key, channel) do update set held_until = excluded.held_until, tries = n.tries + 1
      where n.told is distinct from ${saying}
        and (n.held_until is null or n.held_until <= ${now} or n.held_until > ${latestHold(now)})
      returning tries`,
    );
    return row?.tries ?? null;
  },

  async told({ kind, key, channel, saying }, now, quietMs = 0) {
    await pool.ask(
      (sql) => sql`
      insert into notices (kind, key, channel, told, told_at, held_until)
      values (${kind}, ${key}, ${channel}, ${saying}, ${now}, ${quietMs > 0 ? after(now, quietMs) : null})
      on conflict (kind, key, channel) do update set
        told = excluded.told, told_at = excluded.told_at, held_until = excluded.held_until, tries = 0`,
    );
  },

  async putOff({ kind, key, channel }, now, inMs) {
    await pool.ask(
      (sql) => sql`
      update notices set held_until = ${after(now, inMs)}
      where kind = ${kind} and key = ${key} and channel = ${channel}`,
    );
  },

  async heard(kind, key) {
    const rows = await pool.ask(
      (sql) => sql<Heard[]>`
      select channel, told, told_at as at from notices
      where kind = ${kind} and key = ${key} and told is not null order by channel`,
    );
    return [...rows];
  },

  async lastTold(kind) {
    const [row] = await pool.ask(
      (sql) => sql<{ at: Date | null }[]>`
      select max(told_at) as at from notices where kind = ${kind}`,
    );
    return row?.at ?? null;
  },

  async channelStates(channels) {
    const rows = await pool.ask(
      (sql) => sql<Omit<ChannelState, 'owed'>[]>`
      select n.channel, coalesce(given_up, 0) as "givenUp", failing_since as "failingSince",
        (select count(*) from deliveries d where d.channel = n.channel and state = 'pending')::int as pending,
        (select count(*) from deliveries d where d.channel = n.channel and state = 'dead')::int as dead,
        (select max(delivered_at) from deliveries d
         where d.channel = n.channel and state = 'delivered') as "lastDeliveredAt",
        (select last_error from deliveries d where d.channel = n.channel and last_error is not null
         order by failed_at desc limit 1) as "lastError"
      from string_to_table(${channels.join()}, ',') with ordinality as n (channel, place)
      left join channels c on c.channel = n.channel
      where n.channel <> '' order by place`,
    );
    return rows.map((row) => ({ ...row, owed: row.pending + row.dead > 0 }));
  },

  async deadLeads(channel, limit) {
    const rows = await pool.ask(
      (sql) => sql<{ ref: string }[]>`
      select s.ref from deliveries d join contact_submissions s on s.id = d.submission_id
      where d.channel = ${channel} and d.state = 'dead' order by d.id desc limit ${limit}`,
    );
    return rows.map(({ ref }) => ref);
  },
});
