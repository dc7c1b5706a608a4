import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from './store.ts';

/** node:sqlite blocks the whole process while it waits for a lock, so it waits this long and no longer… */
const lockWaitMs = 20;
/** …and a write that still found the lock taken is tried again, the event loop running, until this much passed. */
export const busyPatienceMs = 5000;
export const busyPauseMs = 50;

/** Primary result codes (https://sqlite.org/rescode.html) that blame the disk or the lock, not the statement. */
const busyCodes = new Set([5 /* BUSY */, 6 /* LOCKED */]);
const passingCodes = new Set([...busyCodes, 7 /* NOMEM */, 13 /* FULL */]);
const brokenCodes = new Set([
  ...[3 /* PERM */, 8 /* READONLY */, 10 /* IOERR */, 11 /* CORRUPT */],
  ...[14 /* CANTOPEN */, 15 /* PROTOCOL */, 26 /* NOTADB */],
]);

/** One SQLite file: durable settings, prepared statements kept, trouble of the disk told from a faulty statement. */
export class SqliteConnection {
  readonly #file: string;
  #db: DatabaseSync | null = null;
  #statements = new Map<string, StatementSync>();
  #closed = false;

  constructor(file: string) {
    this.#file = file;
  }

  exec(sql: string): void {
    this.#translate(() => this.#open().exec(sql));
  }

  run(sql: string, ...params: SQLInputValue[]): number {
    return this.#translate(() => Number(this.#prepare(sql).run(...params).changes));
  }

  get<Row>(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#translate(() => this.#prepare(sql).get(...params) as Row | undefined);
  }

  all<Row>(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#translate(() => this.#prepare(sql).all(...params) as Row[]);
  }

  /** Takes the write lock first: a transaction that reads and then writes could otherwise fail half-way as busy. */
  transaction<Result>(work: () => Result): Result {
    this.exec('begin immediate');
    try {
      const result = work();
      this.exec('commit');
      return result;
    } catch (error) {
      // A full disk may have rolled back already, and a broken connection was dropped with its transaction.
      if (this.#db?.isTransaction) this.exec('rollback');
      throw error;
    }
  }

  /** Runs `work` again while another process holds the lock. */
  async patiently<Result>(work: () => Result, patienceMs = busyPatienceMs): Promise<Result> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || Date.now() >= deadline) throw error;
        await sleep(busyPauseMs);
      }
    }
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #open(): DatabaseSync {
    if (this.#db) return this.#db;
    if (this.#closed) throw new StoreUnavailable('The store is closed.');
    // SQLite would create a file that every user of the machine can read; its WAL copies the file's mode.
    closeSync(openSync(this.#file, 'a', 0o600));
    const db = new DatabaseSync(this.#file, { timeout: lockWaitMs });
    try {
      // FULL: a commit has reached the disk before it returns. In WAL mode that is one fsync.
      db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
    return db;
  }

  #prepare(sql: string): StatementSync {
    const db = this.#open();
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Forgets a connection that can no longer be trusted; the next use opens the file anew, without a restart. */
  #drop(): void {
    this.#statements.clear();
    const db = this.#db;
    this.#db = null;
    try {
      db?.close();
    } catch {
      // Closing a connection to a file that has gone away may fail as well; there is nothing left to save.
    }
  }

  #translate<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const code = resultCode(error);
      const cannotOpen = error instanceof Error && 'syscall' in error;
      if (cannotOpen || (code !== null && brokenCodes.has(code))) this.#drop();
      else if (code === null || !passingCodes.has(code)) throw error;
      throw new StoreUnavailable(`${this.#file}: ${(error as Error).message}`, { cause: error });
    }
  }
}

function resultCode(error: unknown): number | null {
  // Extended codes keep the primary one in their lowest byte.
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
}

export function isBusy(error: unknown): boolean {
  const code = error instanceof StoreUnavailable ? resultCode(error.cause) : null;
  return code !== null && busyCodes.has(code);
}
