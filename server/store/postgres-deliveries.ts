import type { Sql } from 'postgres';
import {
  type ClaimedDelivery,
  type DeliveryStore,
  type End,
  type NewChannel,
  newChannelDays,
} from '../deliveries/delivery-store.ts';
import { type LeadRow, leadFromRow } from './lead-rows.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { normaliseRef } from './ref.ts';
import type { Channel } from './store.ts';

/** A hundred thousand rows may have to be written or counted, and no visitor waits for it. */
const manyRowsWithinMs = 60_000;

/**
 * The table of deliveries in PostgreSQL, shared by any number of processes. A lease is `next_attempt_at` moved
 * into the future by one committed statement: nothing is held open while a message is on its way. All times
 * are the database's: the processes' clocks may differ.
 */
export class PostgresDeliveries implements DeliveryStore {
  readonly #pool: PostgresPool;
  /** Per channel, the oldest transaction that was still open when its deliveries were last made. */
  readonly #enrolledUpTo = new Map<Channel, string>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** What is older is counted from the newest lead where that is later: a clock that is behind would find nothing old. */
  async name(channels: readonly Channel[]): Promise<NewChannel[]> {
    await this.#handOverEmail(channels.filter((channel) => channel.startsWith('email:')));
    const rows = await this.#pool.ask(
      (sql) => sql<NewChannel[]>`
      with older as (
        select coalesce(max(id), 0) as newest from contact_submissions
        where created_at < greatest(now(), (select max(created_at) from contact_submissions))
          - ${newChannelDays} * interval '1 day'
      ), added as (
        insert into channels (channel, skips_up_to)
        select channel, newest from string_to_table(${channels.join()}, ',') as channel, older where channel <> ''
        on conflict do nothing
        returning channel, skips_up_to
      )
      select channel, (select count(*) from contact_submissions where id <= skips_up_to)::int as "olderLeads"
      from added`,
    );
    return [...rows];
  }

  /**
   * Once, all recipients were one channel, `email`. Those named now take its place: what was sent was sent to
   * them, what is pending or dead is so for each of them.
   */
  async #handOverEmail(recipients: Channel[]): Promise<void> {
    if (recipients.length === 0) return;
    await this.#pool.ask(
      (sql) => sql`
      with recipient as (
        select channel from string_to_table(${recipients.join()}, ',') as channel
      ), old as (
        delete from channels where channel = 'email' returning skips_up_to
      ), named as (
        insert into channels (channel, skips_up_to) select recipient.channel, skips_up_to from recipient, old
        on conflict do nothing
      ), taken as (
        delete from deliveries where channel = 'email' returning *
      )
      insert into deliveries (submission_id, channel, state, attempts, next_attempt_at, delivered_at, failed_at,
        last_error, scheduled_at)
      select submission_id, recipient.channel, state, attempts, next_attempt_at, delivered_at, failed_at,
        last_error, scheduled_at
      from taken, recipient order by taken.id
      on conflict do nothing`,
      manyRowsWithinMs,
    );
  }

  async enrol(channels: readonly Channel[]): Promise<number> {
    let made = 0;
    for (const channel of channels) {
      // `for key share`: a lead that is being erased at this moment is skipped instead of failing the rest.
      // A database restored elsewhere counts its transactions from lower numbers: then everything is looked at, and after
      // that not again what came with numbers that are still to be given out.
      const [row] = await this.#pool.ask(
        (sql) => sql<{ made: number; open: string }[]>`
        with since as (
          select case when known <= pg_snapshot_xmin(pg_current_snapshot()) then known else '0'::xid8 end as xid
          from (values (${this.#enrolledUpTo.get(channel) ?? '0'}::text::xid8)) as before (known)
        ), enrolled as (
          insert into deliveries (submission_id, channel)
          select s.id, ${channel} from contact_submissions s
          where s.inserted_in >= (select xid from since)
            and s.inserted_in < (select case when xid = '0' then '18446744073709551615'::xid8
              else pg_snapshot_xmax(pg_current_snapshot()) end from since)
            and s.id > coalesce((select skips_up_to from channels c where c.channel = ${channel}), 0)
            and not exists (select from deliveries d where d.submission_id = s.id and d.channel = ${channel})
          order by s.id for key share of s
          on conflict (submission_id, channel) do nothing
          returning 1
        )
        select (select count(*) from enrolled)::int as made, pg_snapshot_xmin(pg_current_snapshot())::text as open`,
        manyRowsWithinMs,
      );
      if (!row) continue;
      this.#enrolledUpTo.set(channel, row.open);
      made += row.made;
    }
    return made;
  }

  async claim(
    channel: Channel,
    limit: number,
    leaseMs: number,
    end: End = 'newest',
  ): Promise<ClaimedDelivery[]> {
    const claim = () => this.#pool.ask((sql) => claimDue(sql, { channel, limit, leaseMs, end }));
    let rows = await claim();
    // Looked for only when there is nothing else to do: it never happens while the clock is right.
    if (rows.length === 0) {
      const { count } = await this.#pool.ask((sql) => scheduledByWrongClock(sql));
      if (count > 0) rows = await claim();
    }
    return rows.map((row) => ({
      id: row.delivery_id,
      claim: row.claim,
      channel,
      attempts: row.attempts,
      lead: leadFromRow(row),
    }));
  }

  /** What an attempt says of its channel is written with it; the channel's row is touched only when that changes. */
  async succeeded({ id, claim, attempts }: ClaimedDelivery): Promise<boolean> {
    const ended = await this.#pool.ask(
      (sql) => sql`
      with ended as (
        update deliveries set state = 'delivered', attempts = ${attempts + 1}, next_attempt_at = null,
          delivered_at = now(), last_error = null where id = ${id} and claim = ${claim}
        returning channel
      ), well as (
        update channels set failing_since = null
        where channel in (select channel from ended) and failing_since is not null
      )
      select from ended`,
    );
    return ended.count > 0;
  }

  async worked(channel: Channel): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`
      with well as (
        update channels set failing_since = null where channel = ${channel} and failing_since is not null
      )
      -- Not what is being sent: a claim is scheduled after the last failure.
      update deliveries set next_attempt_at = now(), scheduled_at = now()
      where channel = ${channel} and state = 'pending' and failed_at >= scheduled_at and next_attempt_at > now()`,
    );
  }

  async failed(
    { id, claim, attempts }: ClaimedDelivery,
    error: string,
    retryInMs: number | null,
    ofLead = false,
  ): Promise<boolean> {
    const ended = await this.#pool.ask(
      (sql) => sql`
      with ended as (
        update deliveries set state = ${retryInMs === null ? 'dead' : 'pending'}, attempts = ${attempts + 1},
          next_attempt_at = now() + ${retryInMs}::float8 * interval '1 millisecond', scheduled_at = now(),
          failed_at = now(), last_error = ${error}
        where id = ${id} and claim = ${claim} and state <> 'delivered'
        returning channel
      ), ill as (
        update channels set given_up = given_up + ${retryInMs === null}::boolean::int,
          failing_since = case when ${ofLead} and (select max(d.submission_id) from deliveries d
              where d.channel = channels.channel and d.state = 'delivered')
              > (select submission_id from deliveries where id = ${id})
            then failing_since else coalesce(failing_since, now()) end
        where channel in (select channel from ended) and (failing_since is null or ${retryInMs === null})
      )
      select from ended`,
    );
    return ended.count > 0;
  }

  async resend(ref: string, channels: readonly Channel[], who: string): Promise<boolean> {
    const leads = await this.#pool.ask(
      (sql) => sql`
      with lead as (
        select id from contact_submissions where ref = ${normaliseRef(ref)} for key share
      ), wanted as (
        select channel from string_to_table(${channels.join()}, ',') as channel where channel <> ''
      ), forgotten as (
        delete from deliveries d using lead
        where d.submission_id = lead.id and d.state = 'dead' and d.channel not in (select channel from wanted)
      ), again as (
        insert into deliveries (submission_id, channel) select lead.id, channel from lead, wanted
        on conflict (submission_id, channel) do update set state = 'pending', attempts = 0,
          next_attempt_at = now(), scheduled_at = now(), claim = deliveries.claim + 1, delivered_at = null,
          last_error = null
      )
      insert into lead_events (submission_id, who, kind) select id, ${who}, 'resend' from lead`,
    );
    return leads.count > 0;
  }
}

type DueRow = LeadRow & { delivery_id: string; claim: number; attempts: number };

type Claim = { channel: Channel; limit: number; leaseMs: number; end: End };

/** The newest is what became due last, and of what was enrolled together the last lead. */
const claimDue = (sql: Sql, { channel, limit, leaseMs, end }: Claim) => sql<DueRow[]>`
  with due as (
    select id, next_attempt_at from deliveries
    where channel = ${channel} and state = 'pending' and next_attempt_at <= now()
    order by ${end === 'newest' ? sql`next_attempt_at desc, id desc` : sql`next_attempt_at, id`} limit ${limit}
    for update skip locked
  ), leased as (
    update deliveries d set claim = claim + 1, scheduled_at = now(),
      next_attempt_at = now() + ${leaseMs} * interval '1 millisecond'
    from due where d.id = due.id
    returning d.id as delivery_id, d.claim, d.attempts, d.submission_id, due.next_attempt_at as due_at
  )
  select leased.delivery_id, leased.claim, leased.attempts, s.* from leased
  join contact_submissions s on s.id = leased.submission_id
  order by leased.due_at desc, leased.delivery_id desc`;

/** Clocks are put right by seconds all the time; only what is further ahead was set by a wrong one. */
const scheduledByWrongClock = (sql: Sql) => sql`
  update deliveries set next_attempt_at = now(), scheduled_at = now()
  where state = 'pending' and scheduled_at > now() + interval '1 minute'`;
