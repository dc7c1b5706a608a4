import { normaliseRef } from './ref.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { type LeadRow, leadColumns, leadFromRow } from './sqlite-leads.ts';
import type { Channel, ClaimedDelivery, Stats } from './store.ts';

/** The table of deliveries in SQLite. A lease is `next_attempt_at` moved into the future: it ends by itself. */
export class SqliteDeliveries {
  readonly #db: SqliteConnection;
  /** Per channel, the newest lead seen when its deliveries were last made: SQLite commits ids in order. */
  readonly #enrolledUpTo = new Map<Channel, number>();

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  async enrol(channels: readonly Channel[]): Promise<number> {
    const { made, newest } = await this.#db.patiently(() =>
      this.#db.transaction(() => {
        let made = 0;
        for (const channel of channels) {
          made += this.#db.run(
            `insert into deliveries (submission_id, channel, next_attempt_at)
             select id, ?, ? from contact_submissions where id > ?
             on conflict (submission_id, channel) do nothing`,
            ...[channel, Date.now(), this.#enrolledUpTo.get(channel) ?? 0],
          );
        }
        const row = this.#db.get<{ id: number | null }>('select max(id) as id from contact_submissions');
        return { made, newest: row?.id ?? 0 };
      }),
    );
    for (const channel of channels) this.#enrolledUpTo.set(channel, newest);
    return made;
  }

  claim(channel: Channel, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> {
    return this.#db.patiently(() =>
      this.#db.transaction(() => {
        const now = Date.now();
        const due = this.#db.all<LeadRow & { delivery_id: number; attempts: number }>(
          `select d.id as delivery_id, d.attempts, ${leadColumns.replace(/\w+/g, 's.$&')}
           from deliveries d join contact_submissions s on s.id = d.submission_id
           where d.channel = ? and d.state = 'pending' and d.next_attempt_at <= ?
           order by d.next_attempt_at, d.id limit ?`,
          ...[channel, now, limit],
        );
        for (const { delivery_id } of due) {
          this.#db.run('update deliveries set next_attempt_at = ? where id = ?', now + leaseMs, delivery_id);
        }
        return due.map((row) => ({
          id: String(row.delivery_id),
          channel,
          attempts: row.attempts,
          lead: leadFromRow(row),
        }));
      }),
    );
  }

  async succeeded(id: string): Promise<void> {
    await this.#db.patiently(() =>
      this.#db.run(
        `update deliveries set state = 'delivered', attempts = attempts + 1, next_attempt_at = null,
           delivered_at = ?, last_error = null where id = ?`,
        ...[Date.now(), Number(id)],
      ),
    );
  }

  async failed(id: string, error: string, nextAttemptAt: Date | null): Promise<void> {
    await this.#db.patiently(() =>
      // Pending only: a sender whose lease ran out must not undo what its successor achieved.
      this.#db.run(
        `update deliveries set state = ?, attempts = attempts + 1, next_attempt_at = ?, failed_at = ?,
           last_error = ? where id = ? and state = 'pending'`,
        ...[nextAttemptAt ? 'pending' : 'dead', nextAttemptAt?.getTime() ?? null, Date.now()],
        ...[error, Number(id)],
      ),
    );
  }

  resend(ref: string, channels: readonly Channel[]): Promise<boolean> {
    return this.#db.patiently(() =>
      this.#db.transaction(() => {
        const lead = this.#db.get<{ id: number }>(
          'select id from contact_submissions where ref = ?',
          normaliseRef(ref),
        );
        if (!lead) return false;
        for (const channel of channels) {
          this.#db.run(
            `insert into deliveries (submission_id, channel, next_attempt_at) values (?, ?, ?)
             on conflict (submission_id, channel) do update set state = 'pending', attempts = 0,
               next_attempt_at = excluded.next_attempt_at, delivered_at = null, last_error = null`,
            ...[lead.id, channel, Date.now()],
          );
        }
        return true;
      }),
    );
  }

  health(): Stats['byChannel'] {
    return this.#db.all(
      `select channel,
         count(*) filter (where state = 'pending') as pending,
         count(*) filter (where state = 'delivered') as delivered,
         count(*) filter (where state = 'dead') as dead,
         (select last_error from deliveries e where e.channel = d.channel and last_error is not null
          order by failed_at desc limit 1) as lastError
       from deliveries d group by channel order by channel`,
    );
  }
}
