import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDeliveries } from './sqlite-deliveries.ts';
import { LeadWriter } from './sqlite-lead-writer.ts';
import { SqliteLeads } from './sqlite-leads.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { SqliteSignIn } from './sqlite-sign-in.ts';
import type {
  Channel,
  ClaimedDelivery,
  Delivery,
  Doubt,
  End,
  Lead,
  LeadFilter,
  NewLead,
  Stats,
  Store,
} from './store.ts';

/** Two processes that start together wait for each other's migration, however slow the disk. */
const migrationPatienceMs = 15_000;

/** 5,504 characters (contract/submission.ts) of up to four bytes. */
const largestLeadBytes = 24_000;

/** Days are the provider's: Uzbekistan is UTC+5 all year round (it has had no summer time since 1992). */
const tashkentDay = `date(created_at / 1000 + 5 * 3600, 'unixepoch')`;

export async function openSqliteStore(file: string): Promise<Store> {
  const connection = new SqliteConnection(file, (opened) => migrateSqlite(opened, file));
  try {
    await connection.patiently(() => connection.get('select 1'), migrationPatienceMs);
  } catch (error) {
    connection.close();
    throw error;
  }
  return new SqliteStore(connection);
}

class SqliteStore implements Store {
  readonly #db: SqliteConnection;
  readonly #writer: LeadWriter;
  readonly #leads: SqliteLeads;
  readonly #deliveries: SqliteDeliveries;
  readonly signIn: SqliteSignIn;

  constructor(db: SqliteConnection) {
    this.#db = db;
    this.#writer = new LeadWriter(db);
    this.#leads = new SqliteLeads(db);
    this.#deliveries = new SqliteDeliveries(db);
    this.signIn = new SqliteSignIn(db);
  }

  async addLead(lead: NewLead): Promise<{ ref: string; stored: boolean }> {
    const [added] = await this.#writer.add([lead]);
    if (!added) throw new Error('one lead was handed in, none came back');
    return added;
  }

  addLeads(leads: readonly NewLead[]): Promise<{ ref: string; stored: boolean }[]> {
    return this.#writer.add(leads);
  }

  async checkWritable(): Promise<void> {
    // A committed write, as large as a lead can be: only that fails when the disk is full.
    await this.#db.patiently(() =>
      this.#db.run(
        'insert or replace into health (id, checked_at, ballast) values (1, ?, zeroblob(?))',
        ...[Date.now(), largestLeadBytes],
      ),
    );
  }

  eachLead(filter: LeadFilter): AsyncIterable<Lead> {
    return this.#leads.each(filter);
  }
  listLeads(filter: LeadFilter): Promise<Lead[]> {
    return Array.fromAsync(this.#leads.each(filter));
  }
  async findLead(ref: string): Promise<{ lead: Lead; deliveries: Delivery[] } | null> {
    return this.#leads.find(ref);
  }
  eraseLead(ref: string): Promise<boolean> {
    return this.#leads.erase(ref);
  }
  eraseLeadsBefore(time: Date, channels: readonly Channel[]): Promise<number> {
    return this.#leads.eraseBefore(time, channels);
  }
  clearTraces(): Promise<void> {
    return this.#leads.clearTraces();
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

  async knownTime(): Promise<Date | null> {
    const row = this.#db.get<{ at: number | null }>(
      `select coalesce((select at from marks where name = 'clock'),
         (select max(created_at) from contact_submissions)) as at`,
    );
    return typeof row?.at === 'number' ? new Date(row.at) : null;
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
  resendLead(ref: string, channels: readonly Channel[]) {
    return this.#deliveries.resend(ref, channels);
  }

  async close(): Promise<void> {
    await this.#writer.finish();
    this.#db.close();
  }
}
