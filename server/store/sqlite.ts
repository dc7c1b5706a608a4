import { normaliseRef } from './ref.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDeliveries } from './sqlite-deliveries.ts';
import { LeadWriter } from './sqlite-lead-writer.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { type DeliveryRow, deliveryFromRow, type LeadRow, leadColumns, leadFromRow } from './sqlite-rows.ts';
import type { Channel, ClaimedDelivery, Delivery, Lead, LeadFilter, NewLead, Stats, Store } from './store.ts';

/** Two processes that start together wait for each other's migration, however slow the disk. */
const migrationPatienceMs = 15_000;

/** Days are the provider's: Uzbekistan is UTC+5 all year round (it has had no summer time since 1992). */
const tashkentDay = `date(created_at / 1000 + 5 * 3600, 'unixepoch')`;

export async function openSqliteStore(file: string): Promise<Store> {
  const connection = new SqliteConnection(file);
  try {
    await connection.patiently(() => migrateSqlite(connection, file), migrationPatienceMs);
  } catch (error) {
    connection.close();
    throw error;
  }
  return new SqliteStore(connection);
}

class SqliteStore implements Store {
  readonly #db: SqliteConnection;
  readonly #writer: LeadWriter;
  readonly #deliveries: SqliteDeliveries;

  constructor(db: SqliteConnection) {
    this.#db = db;
    this.#writer = new LeadWriter(db);
    this.#deliveries = new SqliteDeliveries(db);
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
    // A committed write: only that fails when the disk is full.
    await this.#db.patiently(() =>
      this.#db.run('insert or replace into health (id, checked_at) values (1, ?)', Date.now()),
    );
  }

  async listLeads({ since, limit, spam, dead = false }: LeadFilter): Promise<Lead[]> {
    const rows = this.#db.all<LeadRow>(
      `select ${leadColumns} from contact_submissions
       where created_at >= ? and (? is null or suspected_spam = ?)
         and (not ? or id in (select submission_id from deliveries where state = 'dead'))
       order by created_at desc, id desc limit ?`,
      since?.getTime() ?? 0,
      ...(spam === undefined ? [null, null] : [1, spam ? 1 : 0]),
      dead ? 1 : 0,
      limit ?? -1,
    );
    return rows.map(leadFromRow);
  }

  async findLead(ref: string): Promise<{ lead: Lead; deliveries: Delivery[] } | null> {
    const row = this.#db.get<LeadRow>(
      `select ${leadColumns} from contact_submissions where ref = ?`,
      normaliseRef(ref),
    );
    if (!row) return null;
    const deliveries = this.#db.all<DeliveryRow>(
      'select * from deliveries where submission_id = ? order by channel',
      row.id,
    );
    return { lead: leadFromRow(row), deliveries: deliveries.map(deliveryFromRow) };
  }

  async eraseLead(ref: string): Promise<boolean> {
    return (await this.#erase('ref = ?', normaliseRef(ref))) > 0;
  }

  eraseLeadsBefore(time: Date): Promise<number> {
    return this.#erase('created_at < ?', time.getTime());
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
  enrolDeliveries(channels: readonly Channel[]) {
    return this.#deliveries.enrol(channels);
  }
  claimDeliveries(channel: Channel, limit: number, leaseMs: number) {
    return this.#deliveries.claim(channel, limit, leaseMs);
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

  /**
   * `secure_delete` zeroes what a deletion frees, yet when SQLite balances its tree it leaves copies of moved
   * rows in the slack of pages (a trial left the text of 2 in 1,000 erased rows readable): only a rewritten
   * file and an emptied write-ahead log hold nothing of it.
   */
  async #erase(condition: string, value: string | number): Promise<number> {
    const erased = await this.#db.patiently(() =>
      this.#db.run(`delete from contact_submissions where ${condition}`, value),
    );
    if (erased > 0) {
      await this.#db.patiently(() => this.#db.exec('vacuum'));
      await this.#db.patiently(() => this.#db.get('pragma wal_checkpoint(truncate)'));
    }
    return erased;
  }
}
