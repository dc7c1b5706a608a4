import { setImmediate as turn } from 'node:timers/promises';
import { normaliseRef } from './ref.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Channel, Delivery, DeliveryState, Lead, LeadFilter } from './store.ts';

const pageSize = 500;

export const leadColumns = 'id, ref, name, phone, email, message, language, suspected_spam, created_at';

export type LeadRow = {
  id: number;
  ref: string;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  language: string | null;
  suspected_spam: number;
  created_at: number;
};

type DeliveryRow = {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number | null;
  delivered_at: number | null;
  last_error: string | null;
};

/** The table of leads in SQLite, but for adding to it: `LeadWriter`. */
export class SqliteLeads {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  /** By key, not by offset: no page is read twice, and none holds a transaction open while it is being printed. */
  async *each({ since, limit = Infinity, spam, dead = false }: LeadFilter): AsyncGenerator<Lead> {
    let last = { created_at: Number.MAX_SAFE_INTEGER, id: 0 };
    for (let left = limit; left > 0; left -= pageSize) {
      const page = this.#db.all<LeadRow>(
        `select ${leadColumns} from contact_submissions s
         where (created_at, id) < (?, ?) and created_at >= ? and (? is null or suspected_spam = ?)
           and (not ? or exists (select 1 from deliveries where submission_id = s.id and state = 'dead'))
         order by created_at desc, id desc limit ?`,
        ...[last.created_at, last.id, since?.getTime() ?? 0],
        ...(spam === undefined ? [null, null] : [1, spam ? 1 : 0]),
        ...[dead ? 1 : 0, Math.min(left, pageSize)],
      );
      for (const row of page) yield leadFromRow(row);
      const end = page.at(-1);
      if (!end || page.length < pageSize) return;
      last = end;
    }
  }

  find(ref: string): { lead: Lead; deliveries: Delivery[] } | null {
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

  async erase(ref: string): Promise<boolean> {
    return (await this.#erase('ref = ?', normaliseRef(ref))) > 0;
  }

  async eraseBefore(time: Date, channels: readonly Channel[]): Promise<number> {
    let erased = 0;
    for (;;) {
      // In portions: visitors who write meanwhile wait for one of them, not for all.
      const portion = await this.#erase(
        `id in (select id from contact_submissions s where created_at < ? and not exists (
           select 1 from deliveries where submission_id = s.id and state = 'pending'
             and channel in (select value from json_each(?))) limit ${pageSize})`,
        ...[time.getTime(), JSON.stringify(channels)],
      );
      erased += portion;
      if (portion < pageSize) return erased;
      await turn();
    }
  }

  /**
   * `secure_delete` zeroes what a deletion frees, yet when SQLite balances its tree it leaves copies of moved
   * rows in the slack of pages (a trial left the text of 2 in 1,000 erased rows readable): only a rewritten
   * file and an emptied write-ahead log hold nothing of it.
   */
  async clearTraces(): Promise<void> {
    const erased = this.#db.get<{ at: number }>(`select at from marks where name = 'erased'`);
    if (!erased) return;
    // First, because with a reader in the way the rewritten file would only come on top of everything in the log.
    await this.#db.patiently(() => this.#db.emptyLog());
    await this.#db.patiently(() => this.#db.exec('vacuum'));
    await this.#db.patiently(() => this.#db.emptyLog());
    // Unless more was erased meanwhile.
    await this.#db.patiently(() =>
      this.#db.run(`delete from marks where name = 'erased' and at = ?`, erased.at),
    );
  }

  /** What is to be cleared up is written down with the deletion: whoever is killed in between leaves word. */
  #erase(condition: string, ...values: (string | number)[]): Promise<number> {
    return this.#db.patiently(() =>
      this.#db.transaction(() => {
        const erased = this.#db.run(`delete from contact_submissions where ${condition}`, ...values);
        if (erased > 0)
          this.#db.run(
            `insert into marks (name, at) values ('erased', ?)
             on conflict (name) do update set at = max(at + 1, excluded.at)`,
            Date.now(),
          );
        return erased;
      }),
    );
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
    suspectedSpam: row.suspected_spam === 1,
    createdAt: new Date(row.created_at),
  };
}

function deliveryFromRow(row: DeliveryRow): Delivery {
  const date = (time: number | null) => (time === null ? null : new Date(time));
  return {
    channel: row.channel,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: date(row.next_attempt_at),
    deliveredAt: date(row.delivered_at),
    lastError: row.last_error,
  };
}
