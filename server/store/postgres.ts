import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { PostgresPool } from './postgres-pool.ts';
import {
  type DeliveryRow,
  deliveryFromRow,
  type LeadRow,
  leadFromRow,
  leadToRow,
  type NewLeadRow,
} from './postgres-rows.ts';
import { normaliseRef } from './ref.ts';
import type { Channel, ClaimedDelivery, Delivery, Lead, LeadFilter, NewLead, Stats, Store } from './store.ts';

/** A database that is just starting beside this program is given this long… */
const startPatienceMs = 10_000;
/** …and one in which another process is changing large tables, this long. */
const migrateWithinMs = 60_000;

export async function openPostgresStore(url: string): Promise<Store> {
  const pool = new PostgresPool(url, { max: 10 });
  try {
    await pool.askPatiently(migratePostgres, { patienceMs: startPatienceMs, withinMs: migrateWithinMs });
    return new PostgresStore(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

class PostgresStore implements Store {
  readonly #pool: PostgresPool;
  readonly #deliveries: PostgresDeliveries;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
    this.#deliveries = new PostgresDeliveries(pool);
  }

  async addLead(lead: NewLead): Promise<{ ref: string; stored: boolean }> {
    const [added] = await this.addLeads([lead]);
    if (!added) throw new Error('one lead was handed in, none came back');
    return added;
  }

  async addLeads(leads: readonly NewLead[]): Promise<{ ref: string; stored: boolean }[]> {
    // With a key of its own every lead can be handed in again after a connection broke: it is stored once.
    const rows = leads.map((lead) =>
      leadToRow({ ...lead, idempotencyKey: lead.idempotencyKey ?? randomUUID() }),
    );
    return this.#pool.askPatiently((sql) => addRows(sql, rows));
  }

  async checkWritable(): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`insert into service_health (id, checked_at) values (1, now())
                on conflict (id) do update set checked_at = excluded.checked_at`,
    );
  }

  async listLeads({ since, limit, spam, dead = false }: LeadFilter): Promise<Lead[]> {
    const rows = await this.#pool.ask(
      (sql) => sql<LeadRow[]>`
      select * from contact_submissions
      where created_at >= ${since ?? new Date(0)} and suspected_spam is distinct from ${spam === undefined ? null : !spam}
        and (not ${dead} or id in (select submission_id from deliveries where state = 'dead'))
      order by created_at desc, id desc limit ${limit ?? null}`,
    );
    return rows.map(leadFromRow);
  }

  async findLead(ref: string): Promise<{ lead: Lead; deliveries: Delivery[] } | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<LeadRow[]>`select * from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    if (!row) return null;
    const deliveries = await this.#pool.ask(
      (sql) => sql<DeliveryRow[]>`select * from deliveries where submission_id = ${row.id} order by channel`,
    );
    return { lead: leadFromRow(row), deliveries: deliveries.map(deliveryFromRow) };
  }

  async eraseLead(ref: string): Promise<boolean> {
    const { count } = await this.#pool.ask(
      (sql) => sql`delete from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    return count > 0;
  }

  async eraseLeadsBefore(time: Date): Promise<number> {
    return (await this.#pool.ask((sql) => sql`delete from contact_submissions where created_at < ${time}`))
      .count;
  }

  async stats(): Promise<Stats> {
    const [byDay, byLanguage, byChannel] = await Promise.all([
      this.#pool.ask(
        (sql) => sql<Stats['byDay']>`
          select to_char(created_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, count(*)::int as leads
          from contact_submissions group by day order by day desc`,
      ),
      this.#pool.ask(
        (sql) => sql<Stats['byLanguage']>`
          select language, count(*)::int as leads
          from contact_submissions group by language order by leads desc, language nulls first`,
      ),
      this.#deliveries.health(),
    ]);
    return { byDay: [...byDay], byLanguage: [...byLanguage], byChannel };
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

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** One statement, one commit: all rows or none. The database's trigger gives the references. */
async function addRows(sql: Sql, rows: NewLeadRow[]): Promise<{ ref: string; stored: boolean }[]> {
  type Kept = { ref: string; idempotency_key: string };
  for (;;) {
    const stored = await sql<Kept[]>`
      insert into contact_submissions ${sql(rows)} on conflict do nothing returning ref, idempotency_key`;
    const keys = rows.map((row) => row.idempotency_key);
    const kept =
      stored.length === rows.length
        ? stored
        : await sql<
            Kept[]
          >`select ref, idempotency_key from contact_submissions where idempotency_key in ${sql(keys)}`;
    const refs = new Map(kept.map((row) => [row.idempotency_key, row.ref]));
    const isNew = new Set(stored.map((row) => row.ref));
    const added = keys
      .flatMap((key) => refs.get(key) ?? [])
      .map((ref) => ({ ref, stored: isNew.delete(ref) }));
    if (added.length === rows.length) return added;
    // Neither stored nor there before: a new reference was taken. The next round draws others.
  }
}
