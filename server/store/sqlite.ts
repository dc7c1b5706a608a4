import type { LiveEvent } from '../../contract/inbox.ts';
import { SqliteClock } from './sqlite-clock.ts';
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
  type Added,
  type Channel,
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
  readonly deliveries: SqliteDeliveries;
  readonly clock: SqliteClock;
  readonly signIn: SqliteSignIn;
  readonly telegram: SqliteTelegram;
  readonly notices: SqliteNotices;
  readonly figures: SqliteFigures;

  constructor(db: SqliteConnection, reader: SqliteReader) {
    this.#db = db;
    this.#reader = reader;
    this.#writer = new LeadWriter(db);
    this.#leads = new SqliteLeads(db);
    this.deliveries = new SqliteDeliveries(db);
    this.clock = new SqliteClock(db);
    this.signIn = new SqliteSignIn(db);
    this.telegram = new SqliteTelegram(db);
    this.notices = new SqliteNotices(db);
    this.figures = new SqliteFigures(db, reader);
  }

  async addLead(lead: NewLead): Promise<Added> {
    const [added] = await this.#writer.add([lead]);
    if (!added) throw new Error('one lead was handed in, none came back');
    return added;
  }

  addLeads(leads: readonly NewLead[]): Promise<Added[]> {
    return this.#writer.add(leads);
  }

  async hasLeads(): Promise<boolean> {
    return this.#db.get('select 1 from contact_submissions limit 1') !== undefined;
  }

  async checkWritable(): Promise<void> {
    // A damaged file may take everything but leads.
    await this.#db.patiently(() => this.#writer.try());
    // A committed write, and a small one: while somebody reads, each makes the log longer, and a stranger may ask for it.
    await this.#db.write('insert or replace into health (id, checked_at) values (1, ?)', Date.now());
    await this.#db.checkRoom(largestLeadBytes);
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
      byChannel: this.deliveries.health(),
    };
  }

  async close(): Promise<void> {
    await this.#writer.finish();
    await this.#reader.close();
    this.#db.close();
  }
}
