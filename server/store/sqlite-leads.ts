import { setImmediate as turn } from 'node:timers/promises';
import { eventColumns } from './lead-rows.ts';
import { normaliseRef } from './ref.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Channel, LeadChange } from './store.ts';

const eraseAtOnce = 500;

/** Single leads in SQLite. `LeadWriter` adds them, `SqliteOverview` looks at many. */
export class SqliteLeads {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  change(ref: string, change: LeadChange, who: string): Promise<boolean> {
    return this.#db.writeAll(() => {
      const lead = this.#db.get<{ id: number }>(...changing(normaliseRef(ref), change));
      return lead !== undefined && addEvent(this.#db, lead.id, who, change, change.origin);
    });
  }

  async erase(ref: string): Promise<boolean> {
    return (await this.#erase('ref = ?', normaliseRef(ref))) > 0;
  }

  async eraseBefore(time: Date, channels: readonly Channel[]): Promise<number> {
    // One dated after today says nothing: there the clock was ahead.
    const younger = this.#db.get<{ first: number | null }>(
      'select min(id) as first from contact_submissions where created_at between ? and ?',
      ...[time.getTime(), Date.now()],
    );
    let erased = 0;
    for (;;) {
      // In portions: visitors who write meanwhile wait for one of them, not for all.
      const portion = await this.#erase(
        `id in (select id from contact_submissions s where created_at < ? and id < ? and not exists (
           select 1 from deliveries where submission_id = s.id and state = 'pending'
             and channel in (select value from json_each(?))) limit ${eraseAtOnce})`,
        ...[time.getTime(), younger?.first ?? Number.MAX_SAFE_INTEGER, JSON.stringify(channels)],
      );
      erased += portion;
      if (portion < eraseAtOnce) return erased;
      await turn();
    }
  }

  /** What is to be cleared up is written down with the deletion: whoever is killed in between leaves word. */
  #erase(condition: string, ...values: (string | number)[]): Promise<number> {
    return this.#db.writeAll(() => {
      const erased = this.#db.run(`delete from contact_submissions where ${condition}`, ...values);
      if (erased > 0)
        this.#db.run(
          `insert into marks (name, at) values ('erased', ?)
           on conflict (name) do update set at = max(at + 1, excluded.at)`,
          Date.now(),
        );
      return erased;
    });
  }
}

/** Answers the lead's id when there is something to change. */
function changing(ref: string, change: LeadChange): [string, ...(string | number | null)[]] {
  const isFirst = 'not exists (select 1 from lead_events where origin = ?)';
  const origin = change.origin ?? null;
  switch (change.kind) {
    case 'status':
      return [
        `update contact_submissions set status = ? where ref = ? and status = ? and ${isFirst} returning id`,
        ...[change.to, ref, change.from, origin],
      ];
    case 'spam':
      return [
        `update contact_submissions set suspected_spam = ?
         where ref = ? and suspected_spam <> ? and status = coalesce(?, status) and ${isFirst} returning id`,
        ...[Number(change.spam), ref, Number(change.spam), change.from ?? null, origin],
      ];
    case 'note':
      return ['select id from contact_submissions where ref = ?', ref];
  }
}

export function addEvent(
  db: SqliteConnection,
  lead: number,
  who: string,
  change: LeadChange | { kind: 'resend' },
  origin: string | null = null,
): boolean {
  const { kind, was, became } = eventColumns(change);
  const added = db.run(
    `insert into lead_events (submission_id, at, who, kind, was, became, origin) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (origin) where origin is not null do nothing`,
    ...[lead, Date.now(), who, kind, was, became, origin],
  );
  return added > 0;
}
