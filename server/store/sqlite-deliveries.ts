import {
  type ClaimedDelivery,
  type DeliveryStore,
  type End,
  type NewChannel,
  newChannelDays,
} from '../deliveries/delivery-store.ts';
import { type LeadRow, leadColumns, leadFromRow } from './lead-rows.ts';
import { normaliseRef } from './ref.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { addEvent } from './sqlite-leads.ts';
import { type Channel, StoreUnavailable } from './store.ts';

type Statement = Parameters<SqliteConnection['run']>;

const dayMs = 24 * 3_600_000;

/** Clocks are put right by seconds all the time; only what is further ahead was set by a wrong one. */
const clockSlackMs = 60_000;

/** The newest is what became due last, and of what was enrolled together the last lead. */
const dueDeliveries = (end: End) => `
  select d.id as delivery_id, d.claim, d.attempts, ${leadColumns.map((column) => `s.${column}`).join()}
  from deliveries d join contact_submissions s on s.id = d.submission_id
  where d.channel = ? and d.state = 'pending' and d.next_attempt_at <= ?
  order by ${end === 'newest' ? 'd.next_attempt_at desc, d.id desc' : 'd.next_attempt_at, d.id'} limit ?`;

const scheduledByWrongClock = `
  update deliveries set next_attempt_at = ?, scheduled_at = ?
  where state = 'pending' and scheduled_at > ?`;

const channelIsWell =
  'update channels set failing_since = null where channel = ? and failing_since is not null';

/** By the leads' own order, as no clock jumps in it. `+`: for these SQLite would read all that was ever delivered. */
const tookYounger = `exists (
  select 1 from deliveries d where +d.channel = channels.channel and +d.state = 'delivered'
  and d.submission_id > (select submission_id from deliveries where id = ?))`;

/** The table of deliveries in SQLite. A lease is `next_attempt_at` moved into the future: it ends by itself. */
export class SqliteDeliveries implements DeliveryStore {
  readonly #db: SqliteConnection;
  /** Per channel, the newest lead seen when its deliveries were last made: SQLite commits ids in order. */
  readonly #enrolledUpTo = new Map<Channel, number>();
  #named: readonly Channel[] = [];
  /** Which opening of the file that, and the names, belong to. */
  #knownOf = 0;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  /** What is older is counted from the newest lead where that is later: a clock that is behind would find nothing old. */
  async name(channels: readonly Channel[]): Promise<NewChannel[]> {
    this.#named = channels;
    try {
      return await this.#db.writeAll(() => this.#name(channels));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // `#learnAnew` does it when the file can be written again, before anything is delivered.
      return [];
    }
  }

  #name(channels: readonly Channel[]): NewChannel[] {
    this.#handOverEmail(channels.filter((channel) => channel.startsWith('email:')));
    return channels.flatMap((channel) => {
      const added = this.#db.get<{ skips_up_to: number }>(
        `insert into channels (channel, skips_up_to)
         select ?, coalesce(max(id), 0) from contact_submissions
         where created_at < max(?, (select max(created_at) from contact_submissions)) - ?
         on conflict do nothing returning skips_up_to`,
        ...[channel, Date.now(), newChannelDays * dayMs],
      );
      if (!added) return [];
      const older = this.#db.get<{ leads: number }>(
        'select count(*) as leads from contact_submissions where id <= ?',
        added.skips_up_to,
      );
      return { channel, olderLeads: older?.leads ?? 0 };
    });
  }

  /** An older backup put in the file's place has lower ids, and perhaps never heard of these channels. */
  #learnAnew(): void {
    if (this.#knownOf === this.#db.timesOpened) return;
    this.#enrolledUpTo.clear();
    this.#name(this.#named);
  }

  /**
   * Once, all recipients were one channel, `email`. Those named now take its place: what was sent was sent to
   * them, what is pending or dead is so for each of them.
   */
  #handOverEmail(recipients: Channel[]): void {
    if (recipients.length === 0) return;
    for (const recipient of recipients) {
      this.#db.run(
        `insert into deliveries (submission_id, channel, state, attempts, next_attempt_at, delivered_at,
           failed_at, last_error, scheduled_at)
         select submission_id, ?, state, attempts, next_attempt_at, delivered_at, failed_at, last_error,
           scheduled_at from deliveries where channel = 'email' order by id
         on conflict do nothing`,
        recipient,
      );
      this.#db.run(
        `insert into channels (channel, skips_up_to)
         select ?, skips_up_to from channels where channel = 'email' on conflict do nothing`,
        recipient,
      );
    }
    this.#db.run(`delete from deliveries where channel = 'email'`);
    this.#db.run(`delete from channels where channel = 'email'`);
  }

  async enrol(channels: readonly Channel[]): Promise<number> {
    const { made, newest, opened } = await this.#db.writeAll(() => {
      this.#learnAnew();
      const now = Date.now();
      let made = 0;
      for (const channel of channels) {
        made += this.#db.run(
          `insert into deliveries (submission_id, channel, next_attempt_at, scheduled_at)
           select id, ?, ?, ? from contact_submissions
           where id > max(?, coalesce((select skips_up_to from channels where channel = ?), 0))
           order by id
           on conflict (submission_id, channel) do nothing`,
          ...[channel, now, now, this.#enrolledUpTo.get(channel) ?? 0, channel],
        );
      }
      const row = this.#db.get<{ id: number | null }>('select max(id) as id from contact_submissions');
      return { made, newest: row?.id ?? 0, opened: this.#db.timesOpened };
    });
    this.#knownOf = opened;
    for (const channel of channels) this.#enrolledUpTo.set(channel, newest);
    return made;
  }

  claim(channel: Channel, limit: number, leaseMs: number, end: End = 'newest'): Promise<ClaimedDelivery[]> {
    return this.#db.writeAll(() => {
      const now = Date.now();
      this.#db.run(scheduledByWrongClock, now, now, now + clockSlackMs);
      const due = this.#db.all<LeadRow & { delivery_id: number; claim: number; attempts: number }>(
        dueDeliveries(end),
        ...[channel, now, limit],
      );
      return due.map((row) => {
        const claim = row.claim + 1;
        this.#db.run(
          'update deliveries set claim = ?, next_attempt_at = ?, scheduled_at = ? where id = ?',
          ...[claim, now + leaseMs, now, row.delivery_id],
        );
        const { attempts } = row;
        return { id: String(row.delivery_id), claim, channel, attempts, lead: leadFromRow(row) };
      });
    });
  }

  succeeded({ id, claim, channel, attempts }: ClaimedDelivery): Promise<boolean> {
    return this.#ended(
      [
        `update deliveries set state = 'delivered', attempts = ?, next_attempt_at = null, delivered_at = ?,
           last_error = null where id = ? and claim = ?`,
        ...[attempts + 1, Date.now(), Number(id), claim],
      ],
      [channelIsWell, channel],
    );
  }

  failed(
    { id, claim, channel, attempts }: ClaimedDelivery,
    error: string,
    retryInMs: number | null,
    ofLead = false,
  ): Promise<boolean> {
    const now = Date.now();
    return this.#ended(
      [
        `update deliveries set state = ?, attempts = ?, next_attempt_at = ?, scheduled_at = ?, failed_at = ?,
           last_error = ? where id = ? and claim = ? and state <> 'delivered'`,
        ...[retryInMs === null ? 'dead' : 'pending', attempts + 1],
        ...[retryInMs === null ? null : Math.round(now + retryInMs), now, now, error, Number(id), claim],
      ],
      [
        `update channels set given_up = given_up + ?,
           failing_since = case when ? and ${tookYounger} then failing_since else coalesce(failing_since, ?) end
         where channel = ? and (failing_since is null or ?)`,
        ...[Number(retryInMs === null), Number(ofLead), Number(id), now],
        ...[channel, Number(retryInMs === null)],
      ],
    );
  }

  async worked(channel: Channel): Promise<void> {
    const now = Date.now();
    await this.#db.writeAll(() => {
      this.#db.run(channelIsWell, channel);
      // Not what is being sent: a claim is scheduled after the last failure.
      this.#db.run(
        `update deliveries set next_attempt_at = ?, scheduled_at = ?
         where channel = ? and state = 'pending' and failed_at >= scheduled_at and next_attempt_at > ?`,
        ...[now, now, channel, now],
      );
    });
  }

  /** How an attempt ended, and what that says of its channel. */
  #ended(delivery: Statement, channel: Statement): Promise<boolean> {
    return this.#db.writeAll(() => {
      const written = this.#db.run(...delivery) > 0;
      if (written) this.#db.run(...channel);
      return written;
    });
  }

  resend(ref: string, channels: readonly Channel[], who: string): Promise<boolean> {
    return this.#db.writeAll(() => {
      const lead = this.#db.get<{ id: number }>(
        'select id from contact_submissions where ref = ?',
        normaliseRef(ref),
      );
      if (!lead) return false;
      this.#db.run(
        `delete from deliveries where submission_id = ? and state = 'dead'
           and channel not in (${channels.map(() => '?').join()})`,
        ...[lead.id, ...channels],
      );
      const now = Date.now();
      for (const channel of channels) {
        this.#db.run(
          `insert into deliveries (submission_id, channel, next_attempt_at, scheduled_at) values (?, ?, ?, ?)
           on conflict (submission_id, channel) do update set state = 'pending', attempts = 0,
             next_attempt_at = excluded.next_attempt_at, scheduled_at = excluded.scheduled_at,
             claim = claim + 1, delivered_at = null, last_error = null`,
          ...[lead.id, channel, now, now],
        );
      }
      addEvent(this.#db, lead.id, who, { kind: 'resend' });
      return true;
    });
  }
}
