import { type LeadRow, leadFromRow } from './postgres-leads.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { normaliseRef } from './ref.ts';
import type { Channel, ClaimedDelivery, Stats } from './store.ts';

/**
 * The table of deliveries in PostgreSQL, shared by any number of processes. A lease is `next_attempt_at` moved
 * into the future by one committed statement: nothing is held open while a message is on its way.
 */
export class PostgresDeliveries {
  readonly #pool: PostgresPool;
  /** Per channel, the oldest transaction that was still open when its deliveries were last made. */
  readonly #enrolledUpTo = new Map<Channel, string>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async enrol(channels: readonly Channel[]): Promise<number> {
    let made = 0;
    for (const channel of channels) {
      // `for key share`: a lead that is being erased at this moment is skipped instead of failing the rest.
      const [row] = await this.#pool.ask(
        (sql) => sql<{ made: number; open: string }[]>`
        with enrolled as (
          insert into deliveries (submission_id, channel)
          select s.id, ${channel} from contact_submissions s
          where s.inserted_in >= ${this.#enrolledUpTo.get(channel) ?? '0'}::xid8 and not exists (
            select from deliveries d where d.submission_id = s.id and d.channel = ${channel})
          order by s.id for key share of s
          on conflict (submission_id, channel) do nothing
          returning 1
        )
        select (select count(*) from enrolled)::int as made, pg_snapshot_xmin(pg_current_snapshot())::text as open`,
      );
      if (!row) continue;
      this.#enrolledUpTo.set(channel, row.open);
      made += row.made;
    }
    return made;
  }

  async claim(channel: Channel, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> {
    const rows = await this.#pool.ask(
      (sql) => sql<(LeadRow & { delivery_id: string; attempts: number })[]>`
      with due as (
        select id, next_attempt_at from deliveries
        where channel = ${channel} and state = 'pending' and next_attempt_at <= now()
        order by next_attempt_at, id limit ${limit}
        for update skip locked
      ), leased as (
        update deliveries d set next_attempt_at = now() + ${leaseMs} * interval '1 millisecond'
        from due where d.id = due.id
        returning d.id as delivery_id, d.attempts, d.submission_id, due.next_attempt_at as due_at
      )
      select leased.delivery_id, leased.attempts, s.* from leased
      join contact_submissions s on s.id = leased.submission_id
      order by leased.due_at, leased.delivery_id`,
    );
    return rows.map((row) => ({
      id: row.delivery_id,
      channel,
      attempts: row.attempts,
      lead: leadFromRow(row),
    }));
  }

  async succeeded(id: string): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`
      update deliveries set state = 'delivered', attempts = attempts + 1, next_attempt_at = null,
        delivered_at = now(), last_error = null where id = ${id}`,
    );
  }

  async failed(id: string, error: string, nextAttemptAt: Date | null): Promise<void> {
    // Pending only: a sender whose lease ran out must not undo what its successor achieved.
    await this.#pool.ask(
      (sql) => sql`
      update deliveries set state = ${nextAttemptAt ? 'pending' : 'dead'}, attempts = attempts + 1,
        next_attempt_at = ${nextAttemptAt}, failed_at = now(), last_error = ${error}
      where id = ${id} and state = 'pending'`,
    );
  }

  async resend(ref: string, channels: readonly Channel[]): Promise<boolean> {
    const leads = await this.#pool.ask(
      (sql) => sql`
      with lead as (
        select id from contact_submissions where ref = ${normaliseRef(ref)} for key share
      ), again as (
        insert into deliveries (submission_id, channel)
        select lead.id, channel from lead, string_to_table(${channels.join()}, ',') as channel where channel <> ''
        on conflict (submission_id, channel) do update set state = 'pending', attempts = 0,
          next_attempt_at = now(), delivered_at = null, last_error = null
      )
      select id from lead`,
    );
    return leads.count > 0;
  }

  async health(): Promise<Stats['byChannel']> {
    const rows = await this.#pool.ask(
      (sql) => sql<Stats['byChannel']>`
      select channel,
        (count(*) filter (where state = 'pending'))::int as pending,
        (count(*) filter (where state = 'delivered'))::int as delivered,
        (count(*) filter (where state = 'dead'))::int as dead,
        (select last_error from deliveries e where e.channel = d.channel and last_error is not null
         order by failed_at desc limit 1) as "lastError"
      from deliveries d group by channel order by channel`,
    );
    return [...rows];
  }
}
