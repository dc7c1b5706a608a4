import type { LiveEvent } from '../../contract/inbox.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDeliveries } from './sqlite-deliveries.ts';
import { SqliteFigures } from './sqlite-figures.ts';
import { LeadWriter } from './sqlite-lead-writer.ts';
import { SqliteLeads } from './sqlite-leads.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { SqliteNotices } from './sqlite-notices.ts';
import { erasedKnownMs, type Position, tashkentDay } from './sqlite-overview.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SqliteSignIn } from './sqlite-sign-in.ts';
import { SqliteTelegram } from './sqlite-telegram.ts';
import {
  type Channel,
  type ClaimedDelivery,
  type Doubt,
  type End,
  eachLeadOf,
  type LeadChange,
  type LeadFilter,
  type LeadRecord,
  type NewLead,
  type Part,
  type Stats,
  type Store,
} from './store.ts';

/** Two processes that start together wait for each other's migration, however slow the disk. */
const migrationPatienceMs = 15_000;

/** 5,504 characters (contract/submission.ts) of up to four bytes, and a page of 4 KB in each index. */
const largestLeadBytes = 64_000;

export async function openSqliteStore(file: string): Promise<Store> {
  const connection = new SqliteConnection(file, (opened) => migrateSqlite(opened, file));
  try {
    await connection.patiently(() => connection.get('select 1'), migrationPatienceMs);
  } catch (error) {
    connection.close();
    throw error;
  }
  return new SqliteStore(connection, new SqliteReader(file));
}

class SqliteStore implements Store {
  readonly #db: SqliteConnection;
  readonly #reader: SqliteReader;
  readonly #writer: LeadWriter;
  readonly #leads: SqliteLeads;
  readonly #deliveries: SqliteDeliveries;
  readonly signIn: SqliteSignIn;
  readonly telegram: SqliteTelegram;
  readonly notices: SqliteNotices;
  readonly figures: SqliteFigures;

  constructor(db: SqliteConnection, reader: SqliteReader) {
    this.#db = db;
    this.#reader = reader;
    this.#writer = new LeadWriter(db);
    this.#leads = new SqliteLeads(db);
    this.#deliveries = new SqliteDeliveries(db);
    this.signIn = new SqliteSignIn(db);
    this.telegram = new SqliteTelegram(db);
    this.notices = new SqliteNotices(db);
    this.figures = new SqliteFigures(db, reader);
  }

  async addLead(lead: NewLead): Promise<{ ref: string; stored: boolean }> {
    const [added] = await this.#writer.add([lead]);
    if (!added) throw new Error('one lead was handed in, none came back');
    return added;
  }

  addLeads(leads: readonly NewLead[]): Promise<{ ref: string; stored: boolean }[]> {
    return this.#writer.add(leads);
  }

  async checkWritable(): Promise<number | null> {
    // A damaged file may take everything but leads.
    await this.#db.patiently(() => this.#writer.try());
    const before = this.#db.get<{ at: number }>('select checked_at as at from health');
    // A committed write, and a small one: while somebody reads, each makes the log longer, and a stranger may ask for it.
    await this.#db.patiently(() =>
      this.#db.run('insert or replace into health (id, checked_at) values (1, ?)', Date.now()),
    );
    await this.#db.checkRoom(largestLeadBytes);
    return before ? Date.now() - before.at : null;
  }

  leadPart = (filter: LeadFilter, part: Part) => this.#reader.ask('part', filter, part);
  eachLead(filter: LeadFilter): AsyncIterable<LeadRecord> {
    return eachLeadOf(this.leadPart, filter);
  }
  listLeads({ limit, ...filter }: LeadFilter & { limit?: number }): Promise<LeadRecord[]> {
    return Array.fromAsync(eachLeadOf(this.leadPart, filter, limit));
  }
  waitingLeads(limit: number) {
    return this.#reader.ask('waiting', limit);
  }
  countLeads(when?: { since?: Date; before?: Date }) {
    return this.#reader.ask('counts', when);
  }
  countSuspects(when?: { since?: Date; before?: Date }) {
    return this.#reader.ask('suspects', when);
  }
  countClients(since: Date) {
    return this.#reader.ask('clients', since);
  }
  sumLeads(since: Date) {
    return this.#reader.ask('sums', since);
  }
  followLeads(): () => Promise<LiveEvent[]> {
    let seen: Position | null = null;
    return async () => {
      const { position, events } = await this.#reader.ask('changesAfter', seen);
      seen = position;
      return events;
    };
  }
  async findLead(ref: string) {
    return this.#leads.find(ref);
  }
  changeLead(ref: string, change: LeadChange, who: string) {
    return this.#leads.change(ref, change, who);
  }
  eraseLead(ref: string): Promise<boolean> {
    return this.#leads.erase(ref);
  }
  eraseLeadsBefore(time: Date, channels: readonly Channel[]): Promise<number> {
    return this.#leads.eraseBefore(time, channels);
  }
  async clearTraces(): Promise<void> {
    // Mostly there is nothing to do, and no thread to be started for it.
    const left = this.#db.get(
      `select 1 from marks where name = 'erased' union all select 1 from erased_leads where at < ?`,
      Date.now() - erasedKnownMs,
    );
    if (left) await this.#reader.ask('clearTraces');
  }
  channelHealth(channels: readonly Channel[]) {
    return this.#reader.ask('health', channels);
  }

  async stats(): Promise<Stats> {
    return {
      byDay: this.#db.all(
        `select ${tashkentDay} as day, count(*) as leads from contact_submissions
         group by day order by day desc`,
      ),
      byLanguage: this.#db.all(
        `select language, count(*) as leads from contact_submissions
         group by language order by leads desc, language`,
      ),
      byChannel: this.#deliveries.health(),
    };
  }

  nameChannels(channels: readonly Channel[]) {
    return this.#deliveries.name(channels);
  }

  async hasLeads(): Promise<boolean> {
    return this.#db.get('select 1 from contact_submissions limit 1') !== undefined;
  }

  async knownTime(): Promise<Date | null> {
    const row = this.#db.get<{ at: number }>(`select at from marks where name = 'clock'`);
    return row ? new Date(row.at) : null;
  }

  async rememberTime(time: Date): Promise<void> {
    await this.#db.patiently(() =>
      this.#db.run(
        `insert into marks (name, at) values ('clock', ?)
         on conflict (name) do update set at = max(at, excluded.at)`,
        time.getTime(),
      ),
    );
  }

  setTime(now: Date): Promise<number> {
    return this.#db.patiently(() =>
      this.#db.transaction(() => {
        this.#db.run(`delete from marks where name in ('doubted', 'seen')`);
        this.#db.run(`insert or replace into marks (name, at) values ('clock', ?)`, now.getTime());
        return this.#db.run(
          'update contact_submissions set created_at = ? where created_at > ?',
          ...[now.getTime(), now.getTime()],
        );
      }),
    );
  }

  async doubt(): Promise<Doubt | null> {
    const row = this.#db.get<{ since: number; seen: number }>(
      `select doubted.at as since, seen.at as seen from marks doubted, marks seen
       where doubted.name = 'doubted' and seen.name = 'seen'`,
    );
    return row ? { since: new Date(row.since), seen: new Date(row.seen) } : null;
  }

  async setDoubt(doubt: Doubt | null): Promise<void> {
    await this.#db.patiently(() => {
      if (doubt)
        this.#db.run(
          `insert or replace into marks (name, at) values ('doubted', ?), ('seen', ?)`,
          ...[doubt.since.getTime(), doubt.seen.getTime()],
        );
      else this.#db.run(`delete from marks where name in ('doubted', 'seen')`);
    });
  }

  enrolDeliveries(channels: readonly Channel[]) {
    return this.#deliveries.enrol(channels);
  }
  claimDeliveries(channel: Channel, limit: number, leaseMs: number, end: End = 'newest') {
    return this.#deliveries.claim(channel, limit, leaseMs, end);
  }
  deliverySucceeded(delivery: ClaimedDelivery) {
    return this.#deliveries.succeeded(delivery);
  }
  deliveryFailed(delivery: ClaimedDelivery, error: string, retryInMs: number | null) {
    return this.#deliveries.failed(delivery, error, retryInMs);
  }
  channelWorked(channel: Channel) {
    return this.#deliveries.worked(channel);
  }
  resendLead(ref: string, channels: readonly Channel[], who: string) {
    return this.#deliveries.resend(ref, channels, who);
  }

  async close(): Promise<void> {
    await this.#writer.finish();
    await this.#reader.close();
    this.#db.close();
  }
}
