import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { PostgresPool } from './postgres-pool.ts';
import { normaliseRef } from './ref.ts';
import type { Channel, Delivery, DeliveryState, Lead, LeadFilter, NewLead } from './store.ts';

const pageSize = 500;
/** A page goes to a person with a tool, not to a visitor: a slow line may take its time. */
const pageWithinMs = 60_000;

/** The driver gives bigint as text, timestamptz as Date. */
export type LeadRow = {
  id: string;
  ref: string;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  language: string | null;
  suspected_spam: boolean;
  created_at: Date;
};

type NewLeadRow = Omit<LeadRow, 'id' | 'ref' | 'created_at'> & { idempotency_key: string };

type DeliveryRow = {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  last_error: string | null;
};

/** The table of leads in PostgreSQL. */
export class PostgresLeads {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  add(leads: readonly NewLead[]): Promise<{ ref: string; stored: boolean }[]> {
    // With a key of its own every lead can be handed in again after a connection broke: it is stored once.
    const rows = leads.map((lead) =>
      leadToRow({ ...lead, idempotencyKey: lead.idempotencyKey ?? randomUUID() }),
    );
    return this.#pool.askPatiently((sql) => addRows(sql, rows));
  }

  /** By key, not by offset: no page is read twice, and a slow reader keeps no query waiting. */
  async *each({ since, limit = Infinity, spam, dead = false }: LeadFilter): AsyncGenerator<Lead> {
    // Only the conditions that are asked for: with the others, a plan made for any values expects to find next to
    // nothing, and sorts the whole table for every page.
    // As text: a Date would lose the microseconds, and with them leads of the same millisecond.
    let last = { moment: 'infinity', id: '0' };
    for (let left = limit; left > 0; left -= pageSize) {
      const page = await this.#pool.ask(
        (sql) => sql<(LeadRow & { moment: string })[]>`
        select *, created_at::text as moment from contact_submissions s
        where (created_at, id) < (${last.moment}::text::timestamptz, ${last.id})
          ${since ? sql`and created_at >= ${since}` : sql``}
          ${spam === undefined ? sql`` : sql`and suspected_spam = ${spam}`}
          ${dead ? sql`and exists (select from deliveries d where d.submission_id = s.id and d.state = 'dead')` : sql``}
        order by created_at desc, id desc limit ${Math.min(left, pageSize)}`,
        pageWithinMs,
      );
      for (const row of page) yield leadFromRow(row);
      const end = page.at(-1);
      if (!end || page.length < pageSize) return;
      last = end;
    }
  }

  async find(ref: string): Promise<{ lead: Lead; deliveries: Delivery[] } | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<LeadRow[]>`select * from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    if (!row) return null;
    const deliveries = await this.#pool.ask(
      (sql) => sql<DeliveryRow[]>`select * from deliveries where submission_id = ${row.id} order by channel`,
    );
    return { lead: leadFromRow(row), deliveries: deliveries.map(deliveryFromRow) };
  }

  async erase(ref: string): Promise<boolean> {
    const { count } = await this.#pool.ask(
      (sql) => sql`delete from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    return count > 0;
  }

  async eraseBefore(time: Date, channels: readonly Channel[]): Promise<number> {
    let erased = 0;
    for (;;) {
      // In portions: each is done within the time an answer may take.
      const { count } = await this.#pool.ask(
        (sql) => sql`
        delete from contact_submissions where id in (
          select id from contact_submissions s where created_at < ${time} and not exists (
            select from deliveries d where d.submission_id = s.id and d.state = 'pending'
              and d.channel = any (string_to_array(${channels.join()}, ',')))
          limit ${pageSize})`,
      );
      erased += count;
      if (count < pageSize) return erased;
    }
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

export function leadFromRow(row: LeadRow): Lead {
  return {
    ref: row.ref,
    name: row.name,
    phone: row.phone,
    email: row.email,
    message: row.message,
    language: row.language,
    suspectedSpam: row.suspected_spam,
    createdAt: row.created_at,
  };
}

function leadToRow(lead: NewLead & { idempotencyKey: string }): NewLeadRow {
  return {
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    message: lead.message,
    language: lead.language,
    suspected_spam: lead.suspectedSpam,
    idempotency_key: lead.idempotencyKey,
  };
}

function deliveryFromRow(row: DeliveryRow): Delivery {
  return {
    channel: row.channel,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
    lastError: row.last_error,
  };
}
