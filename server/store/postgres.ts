import { setTimeout as sleep } from 'node:timers/promises';
import type { ISql, Sql } from 'postgres';
import { answered, connectPostgres, isWorthWaiting } from './postgres-connection.ts';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { type DeliveryRow, deliveryFromRow, type LeadRow, leadFromRow } from './postgres-rows.ts';
import { normaliseRef } from './ref.ts';
import type { Channel, Delivery, Lead, LeadFilter, NewLead, Stats, Store } from './store.ts';

/** A database that is just starting beside this program is given this long. */
const startPatienceMs = 10_000;

export async function openPostgresStore(url: string): Promise<Store> {
  const sql = connectPostgres(url, { max: 10 });
  const deadline = Date.now() + startPatienceMs;
  for (;;) {
    try {
      // Another process may be migrating a large table: no limit but the patience of whoever started this.
      await answered(migratePostgres(sql), Number.POSITIVE_INFINITY);
      return new PostgresStore(sql);
    } catch (error) {
      if (isWorthWaiting(error) && Date.now() < deadline) {
        await sleep(250);
        continue;
      }
      await sql.end({ timeout: 1 });
      throw error;
    }
  }
}

class PostgresStore implements Store {
  readonly #sql: Sql;
  readonly #deliveries: PostgresDeliveries;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#deliveries = new PostgresDeliveries(sql);
  }

  addLead(lead: NewLead): Promise<{ ref: string; stored: boolean }> {
    return answered(addLead(this.#sql, lead));
  }

  addLeads(leads: readonly NewLead[]): Promise<{ ref: string; stored: boolean }[]> {
    return answered(
      this.#sql.begin(async (transaction) => {
        const added = [];
        for (const lead of leads) added.push(await addLead(transaction, lead));
        return added;
      }),
    );
  }

  async checkWritable(): Promise<void> {
    await answered(
      this.#sql`insert into service_health (id, checked_at) values (1, now())
                on conflict (id) do update set checked_at = excluded.checked_at`,
    );
  }

  async listLeads({ since, limit, spam }: LeadFilter): Promise<Lead[]> {
    const rows = await answered(this.#sql<LeadRow[]>`
      select * from contact_submissions
      where created_at >= ${since ?? new Date(0)} and suspected_spam is distinct from ${spam === undefined ? null : !spam}
      order by created_at desc, id desc limit ${limit ?? null}`);
    return rows.map(leadFromRow);
  }

  async findLead(ref: string): Promise<{ lead: Lead; deliveries: Delivery[] } | null> {
    const [row] = await answered(
      this.#sql<LeadRow[]>`select * from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    if (!row) return null;
    const deliveries = await answered(
      this.#sql<DeliveryRow[]>`select * from deliveries where submission_id = ${row.id} order by channel`,
    );
    return { lead: leadFromRow(row), deliveries: deliveries.map(deliveryFromRow) };
  }

  async eraseLead(ref: string): Promise<boolean> {
    const { count } = await answered(
      this.#sql`delete from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    return count > 0;
  }

  async eraseLeadsBefore(time: Date): Promise<number> {
    return (await answered(this.#sql`delete from contact_submissions where created_at < ${time}`)).count;
  }

  async stats(): Promise<Stats> {
    const [byDay, byLanguage, byChannel] = await answered(
      Promise.all([
        this.#sql<Stats['byDay']>`
          select to_char(created_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, count(*)::int as leads
          from contact_submissions group by day order by day desc`,
        this.#sql<Stats['byLanguage']>`
          select language, count(*)::int as leads
          from contact_submissions group by language order by leads desc, language nulls first`,
        this.#deliveries.health(),
      ]),
    );
    return { byDay: [...byDay], byLanguage: [...byLanguage], byChannel };
  }

  enrolDeliveries(channels: readonly Channel[]) {
    return this.#deliveries.enrol(channels);
  }
  claimDeliveries(channel: Channel, limit: number, leaseMs: number) {
    return this.#deliveries.claim(channel, limit, leaseMs);
  }
  deliverySucceeded(id: string) {
    return this.#deliveries.succeeded(id);
  }
  deliveryFailed(id: string, error: string, nextAttemptAt: Date | null) {
    return this.#deliveries.failed(id, error, nextAttemptAt);
  }
  resendLead(ref: string, channels: readonly Channel[]) {
    return this.#deliveries.resend(ref, channels);
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 5 });
  }
}

/** One statement, one commit. The database's trigger gives the reference. */
async function addLead(sql: ISql, lead: NewLead): Promise<{ ref: string; stored: boolean }> {
  for (;;) {
    const [row] = await sql<{ ref: string }[]>`
      insert into contact_submissions (name, phone, email, message, language, suspected_spam, idempotency_key)
      values (${lead.name}, ${lead.phone}, ${lead.email}, ${lead.message}, ${lead.language},
              ${lead.suspectedSpam}, ${lead.idempotencyKey})
      on conflict do nothing returning ref`;
    if (row) return { ref: row.ref, stored: true };
    const [earlier] = await sql<{ ref: string }[]>`
      select ref from contact_submissions where idempotency_key = ${lead.idempotencyKey}`;
    if (earlier) return { ref: earlier.ref, stored: false };
    // Neither stored nor seen before: the new reference was taken. Draw another.
  }
}
