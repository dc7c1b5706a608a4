import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { eventColumns } from './lead-rows.ts';
import { codeOf, type PostgresPool } from './postgres-pool.ts';
import { normaliseRef } from './ref.ts';
import { type Added, type Channel, clockToleranceMs, type LeadChange, type NewLead } from './store.ts';

const eraseAtOnce = 500;

const diskFull = '53100';
/** What PostgreSQL calls an exception that has no name of its own. */
const raised = 'P0001';
const saidCode = (error: unknown) => codeOf((error as Error).cause);

const newLeadColumns = [
  ...['name', 'phone', 'email', 'message', 'language', 'suspected_spam'],
  ...['source', 'campaign', 'idempotency_key'],
];

/** Single leads in PostgreSQL; `PostgresOverview` looks at many. */
export class PostgresLeads {
  readonly #pool: PostgresPool;
  /** It was when the last lead came. */
  #diskIsFull = false;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async add(leads: readonly NewLead[]): Promise<Added[]> {
    // With a key of its own every lead can be handed in again after a connection broke: it is stored once.
    const keyed = leads.map((lead) => ({ ...lead, idempotencyKey: lead.idempotencyKey ?? randomUUID() }));
    try {
      const added = await this.#pool.askPatiently((sql) => addAll(sql, keyed));
      this.#diskIsFull = false;
      return added;
    } catch (error) {
      this.#diskIsFull = saidCode(error) === diskFull;
      throw error;
    }
  }

  /**
   * Fails while a long lead finds no room: one is stored, and taken back. Not at every check, because each leaves something
   * to be cleared up.
   */
  async checkRoom(): Promise<void> {
    if (!this.#diskIsFull) return;
    try {
      await this.#pool.ask((sql) =>
        sql.unsafe(`do $$ begin
          insert into contact_submissions (name, phone, message)
          select '-', '-', string_agg(md5(random()::text), '') from generate_series(1, 60);
          raise exception 'there is room';
        end $$`),
      );
    } catch (error) {
      if (saidCode(error) !== raised) throw error;
    }
  }

  /** One statement: of two that change a lead at once, the second finds it changed. */
  async change(ref: string, change: LeadChange, who: string): Promise<boolean> {
    const { kind, was, became } = eventColumns(change);
    const { count } = await this.#pool.ask(
      (sql) => sql`
      with lead as (${changing(sql, normaliseRef(ref), change)})
      insert into lead_events (submission_id, who, kind, was, became, origin)
      select id, ${who}, ${kind}, ${was}, ${became}, ${change.origin ?? null} from lead
      on conflict (origin) where origin is not null do nothing`,
    );
    return count > 0;
  }

  async erase(ref: string): Promise<boolean> {
    const { count } = await this.#pool.ask(
      (sql) => sql`delete from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    return count > 0;
  }

  async eraseBefore(time: Date, channels: readonly Channel[]): Promise<number> {
    // One dated after today says nothing: there the clock was ahead.
    const [younger] = await this.#pool.ask(
      (sql) => sql<{ first: string | null }[]>`
      select min(id) as first from contact_submissions where created_at between ${time} and ${new Date()}`,
    );
    let erased = 0;
    for (;;) {
      // In portions: each is done within the time an answer may take.
      const { count } = await this.#pool.ask(
        (sql) => sql`
        delete from contact_submissions where id in (
          select id from contact_submissions s where created_at < ${time}
            and id < ${younger?.first ?? '9223372036854775807'} and not exists (
            select from deliveries d where d.submission_id = s.id and d.state = 'pending'
              and d.channel = any (string_to_array(${channels.join()}, ',')))
          limit ${eraseAtOnce})`,
      );
      erased += count;
      if (count < eraseAtOnce) return erased;
    }
  }
}

/** One statement, one commit: all rows or none. The database's trigger gives the references. */
async function addAll(sql: Sql, leads: (NewLead & { idempotencyKey: string })[]): Promise<Added[]> {
  type Kept = { ref: string; idempotency_key: string };
  const tolerance = `${clockToleranceMs} ms`;
  // The driver writes null and booleans as well; its types do not know.
  const values = leads.map((lead) => [
    ...[lead.name, lead.phone, lead.email, lead.message, lead.language, lead.suspectedSpam],
    ...[lead.source ?? null, lead.campaign ?? null, lead.idempotencyKey],
  ]) as string[][];
  const keys = leads.map((lead) => lead.idempotencyKey);
  for (;;) {
    // Dated by a clock that is far behind, a lead would be past its time, and erased, when the clock is put right.
    const stored = await sql<Kept[]>`
      insert into contact_submissions (${sql(newLeadColumns)}, created_at)
      select lead.*, coalesce(
        (select at from marks where name = 'clock' and at > now() + ${tolerance}::interval), now())
      from (values ${sql(values)})
        as lead (${sql(newLeadColumns)})
      on conflict do nothing returning ref, idempotency_key`;
    const kept =
      stored.length === leads.length
        ? stored
        : await sql<
            Kept[]
          >`select ref, idempotency_key from contact_submissions where idempotency_key in ${sql(keys)}`;
    const refs = new Map(kept.map((row) => [row.idempotency_key, row.ref]));
    const isNew = new Set(stored.map((row) => row.ref));
    const added = keys
      .flatMap((key) => refs.get(key) ?? [])
      .map((ref) => ({ ref, stored: isNew.delete(ref) }));
    if (added.length === leads.length) return added;
    // Neither stored nor there before: a new reference was taken. The next round draws others.
  }
}

/** Gives the lead's id when there is something to change. */
function changing(sql: Sql, ref: string, change: LeadChange) {
  const isFirst = sql`not exists (select from lead_events where origin = ${change.origin ?? null})`;
  switch (change.kind) {
    case 'status':
      return sql`update contact_submissions set status = ${change.to}
        where ref = ${ref} and status = ${change.from} and ${isFirst} returning id`;
    case 'spam':
      return sql`update contact_submissions set suspected_spam = ${change.spam}
        where ref = ${ref} and suspected_spam <> ${change.spam}
          and status = coalesce(${change.from ?? null}, status) and ${isFirst} returning id`;
    case 'note':
      return sql`select id from contact_submissions where ref = ${ref} for key share`;
  }
}
