import { setTimeout as sleep } from 'node:timers/promises';
import { newRef } from './ref.ts';
import {
  busyPatienceMs,
  busyPauseMs,
  resultCode,
  type SqliteConnection,
  StoreBusy,
} from './sqlite-connection.ts';
import { type Added, clockToleranceMs, type NewLead } from './store.ts';

type Waiting = {
  leads: readonly NewLead[];
  giveUpAt: number;
  resolve: (added: Added[]) => void;
  reject: (error: unknown) => void;
};

/**
 * Group commit: what arrives while the event loop is turning, or while another process holds the lock, goes
 * to disk in one transaction and one fsync. Nobody is answered before that transaction is committed.
 */
export class LeadWriter {
  readonly #db: SqliteConnection;
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  add(leads: readonly NewLead[]): Promise<Added[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ leads, giveUpAt: performance.now() + busyPatienceMs, resolve, reject });
      this.#flushing ??= new Promise((done) => setImmediate(() => this.#flush().then(done)));
    });
  }

  /**
   * Fails when a lead could not be stored, or not be put up for delivery: one is, and is taken back. Nothing of it is
   * written to the disk.
   */
  try(): void {
    try {
      this.#db.transaction(() => {
        const { ref } = this.#addOne(trial);
        this.#db.run(
          `insert into deliveries (submission_id, channel, next_attempt_at)
           select id, 'trial', created_at from contact_submissions where ref = ?`,
          ref,
        );
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
  }

  async finish(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        const outcomes = this.#db.transaction(() => group.map(({ leads }) => this.#addAll(leads)));
        for (const [index, waiting] of group.entries()) {
          const outcome = outcomes[index];
          if (outcome && 'added' in outcome) waiting.resolve(outcome.added);
          else waiting.reject(outcome?.error);
        }
      } catch (error) {
        // Nothing was committed. Behind a lock all wait together, newcomers too, each for its own time.
        const patient = (waiting: Waiting) =>
          error instanceof StoreBusy && performance.now() < waiting.giveUpAt;
        for (const waiting of group) if (!patient(waiting)) waiting.reject(error);
        this.#waiting.unshift(...group.filter(patient));
        await sleep(busyPauseMs);
      }
    }
    this.#flushing = null;
  }

  /** All of one request's leads or none; a row the table refuses fails its own request, not its neighbours'. */
  #addAll(leads: readonly NewLead[]): { added: Added[] } | { error: unknown } {
    this.#db.exec('savepoint request');
    try {
      const added = leads.map((lead) => this.#addOne(lead));
      this.#db.exec('release request');
      return { added };
    } catch (error) {
      if (resultCode(error) !== 19 /* CONSTRAINT */) throw error;
      this.#db.exec('rollback to request; release request');
      return { error };
    }
  }

  #addOne(lead: NewLead): Added {
    const now = Date.now();
    for (;;) {
      // Dated by a clock that is far behind, a lead would be past its time, and erased, when the clock is put right.
      const row = this.#db.get<{ ref: string }>(
        `insert into contact_submissions
           (ref, name, phone, email, message, language, source, campaign, suspected_spam, idempotency_key, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
           coalesce((select at from marks where name = 'clock' and at > ?), ?))
         on conflict do nothing returning ref`,
        newRef(),
        ...[lead.name, lead.phone, lead.email, lead.message, lead.language],
        ...[lead.source ?? null, lead.campaign ?? null],
        ...[lead.suspectedSpam ? 1 : 0, lead.idempotencyKey, now + clockToleranceMs, now],
      );
      if (row) return { ref: row.ref, stored: true };
      const earlier = this.#db.get<{ ref: string }>(
        'select ref from contact_submissions where idempotency_key = ?',
        lead.idempotencyKey,
      );
      if (earlier) return { ref: earlier.ref, stored: false };
      // Neither stored nor seen before: the new reference was taken. Draw another.
    }
  }
}

const trial: NewLead = {
  ...{ name: '-', phone: '-', email: null, message: '-' },
  ...{ idempotencyKey: null, language: null, suspectedSpam: false },
};
class TakenBack extends Error {}
