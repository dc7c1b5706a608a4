import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from './store.ts';

/** node:sqlite blocks the whole process while it waits for a lock, so it waits this long and no longer… */
const lockWaitMs = 20;
/** …and a write that still found the lock taken is tried again, the event loop running, until this much passed. */
export const busyPatienceMs = 5000;
export const busyPauseMs = 50;

/** Primary result codes (https://sqlite.org/rescode.html) that blame the disk or the lock, not the statement. */
const busyCodes = [5 /* BUSY */, 6 /* LOCKED */];
const passingCodes = [7 /* NOMEM */, 13 /* FULL */];
const brokenCodes = [
  ...[3 /* PERM */, 8 /* READONLY */, 10 /* IOERR */, 11 /* CORRUPT */],
  ...[14 /* CANTOPEN */, 15 /* PROTOCOL */, 26 /* NOTADB */],
];

/** The database, its write-ahead log and that one's index. */
const companions = ['', '-wal', '-shm'] as const;
/** Which files those names stand for, by device and inode; null for one that is not there. */
type Identity = Record<(typeof companions)[number], string | null>;

/** One SQLite file: durable settings, prepared statements kept, trouble of the disk told from a faulty statement. */
export class SqliteConnection {
  readonly #file: string;
  readonly #migrate: (connection: SqliteConnection) => void;
  readonly #mayCreate: boolean;
  #db: DatabaseSync | null = null;
  #statements = new Map<string, StatementSync>();
  /** Of the files in use, also while the connection is dropped. */
  #inUse: Identity | null = null;
  #timesOpened = 0;
  #closed = false;

  /**
   * `migrate` runs whenever the file is opened: it may be another one by then. `mayCreate`: only for whoever is first; a file
   * that is gone afterwards was removed, and an empty one must not take its place.
   */
  constructor(
    file: string,
    migrate: (connection: SqliteConnection) => void = () => {},
    { mayCreate = true } = {},
  ) {
    this.#file = file;
    this.#migrate = migrate;
    this.#mayCreate = mayCreate;
  }

  /** Grows with every opening: what was learnt from the file before that may not be true of the one there now. */
  get timesOpened(): number {
    return this.#timesOpened;
  }

  exec(sql: string): void {
    this.#translate(() => this.#open().exec(sql));
  }

  run(sql: string, ...params: SQLInputValue[]): number {
    return this.#translate(() => {
      const { changes } = this.#prepare(sql).run(...params);
      if (!this.#db?.isTransaction) this.#checkStillThere();
      return Number(changes);
    });
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
      this.#translate(() => this.#checkStillThere());
      return result;
    } catch (error) {
      // A full disk may have rolled back already, and a broken connection was dropped with its transaction.
      if (this.#db?.isTransaction) this.exec('rollback');
      throw error;
    }
  }

  /** Fails when the disk that holds the file does not take so many bytes more. */
  async checkRoom(bytes: number): Promise<void> {
    const trial = `${this.#file}-room`;
    try {
      // Half of it would take what room is left.
      await writeFile(trial, Buffer.alloc(bytes), { flush: true }).finally(() => rm(trial, { force: true }));
    } catch (error) {
      throw new StoreUnavailable(`${this.#file}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Runs `work` again while another process holds the lock. */
  async patiently<Result>(work: () => Result, patienceMs = busyPatienceMs): Promise<Result> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof StoreBusy) || performance.now() >= deadline) throw error;
        await sleep(busyPauseMs);
      }
    }
  }

  /** `run`, again while another process holds the lock. */
  write(sql: string, ...params: SQLInputValue[]): Promise<number> {
    return this.patiently(() => this.run(sql, ...params));
  }

  /** `transaction`, likewise. */
  writeAll<Result>(work: () => Result): Promise<Result> {
    return this.patiently(() => this.transaction(work));
  }

  /** Moves everything from the write-ahead log into the database. A reader that is in the way is told in a row. */
  emptyLog(): void {
    const row = this.get<{ busy: number }>('pragma wal_checkpoint(truncate)');
    if (row?.busy !== 0) throw new StoreBusy(`${this.#file}: another process is reading it`);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #open(): DatabaseSync {
    if (this.#closed) throw new StoreUnavailable('The store is closed.');
    if (this.#db?.isTransaction) return this.#db;
    this.#followFile();
    if (this.#db) return this.#db;
    if (!this.#inUse && this.#mayCreate) createPrivately(this.#file);
    if (!existsSync(this.#file)) throw new StoreUnavailable(`${this.#file} does not exist.`);
    const db = new DatabaseSync(this.#file, { timeout: lockWaitMs });
    this.#db = db;
    try {
      // Also one that cannot be read: an empty one in place of it would take leads that are gone when it is mended.
      this.#inUse ??= identify(this.#file);
      // FULL: a commit has reached the disk before it returns. In WAL mode that is one fsync.
      db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
      this.#inUse = identify(this.#file);
      this.#migrate(this);
      this.#timesOpened += 1;
    } catch (error) {
      this.#drop();
      throw error;
    }
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

  /**
   * SQLite goes on writing to a file that was removed or replaced, and what it writes is gone with the process.
   * So before every use: are the names still those of the files in use? If not, the connection is dropped for
   * the file that is there now, or kept, with everything in it, until there is one.
   */
  #followFile(): void {
    const there = identify(this.#file);
    if (!this.#inUse || this.#isInUse(there)) return;
    this.#saveLog();
    if (there[''] === null)
      throw new StoreUnavailable(
        `${this.#file} was removed while in use. Restore it or a backup before you restart; a restart would ` +
          'create an empty database.',
      );
    if (there[''] !== this.#inUse['']) {
      // The new file would have the old one's log played into it.
      for (const name of ['-wal', '-shm'] as const)
        if (there[name] !== null && there[name] === this.#inUse[name]) rmSync(this.#file + name);
      checkReplacement(this.#file);
    }
    this.#drop();
    this.#inUse = there;
  }

  #checkStillThere(): void {
    if (!this.#isInUse(identify(this.#file)))
      throw new StoreUnavailable(`${this.#file} was removed or replaced during a write.`);
  }

  /** SQLite makes the log of a new database at its first write. */
  #isInUse(there: Identity): boolean {
    const inUse = this.#inUse;
    if (!inUse) return false;
    for (const name of companions) inUse[name] ??= there[name];
    return companions.every((name) => inUse[name] === there[name]);
  }

  /** Whatever its name is now, a database without its log would lack the newest leads. */
  #saveLog(): void {
    const row = this.#db?.prepare('pragma wal_checkpoint(truncate)').get();
    if (row && row.busy !== 0)
      throw new StoreBusy(`${this.#file}: its log was moved while somebody reads it`);
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
      const broken = cannotOpen || brokenCodes.includes(code);
      if (broken) this.#drop();
      const Trouble = busyCodes.includes(code) ? StoreBusy : StoreUnavailable;
      if (!broken && Trouble === StoreUnavailable && !passingCodes.includes(code)) throw error;
      throw new Trouble(`${this.#file}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Another process holds the lock: it may pass in a moment. */
export class StoreBusy extends StoreUnavailable {}

export function resultCode(error: unknown): number {
  // Extended codes keep the primary one in their lowest byte.
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

function identify(file: string): Identity {
  const one = (name: string) => {
    const found = statSync(file + name, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  };
  return { '': one(''), '-wal': one('-wal'), '-shm': one('-shm') };
}

/**
 * SQLite would create a file that every user of the machine can read; its log copies the file's mode. One that
 * is there is not even opened: closing it would end the locks this process may hold on it.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A copy may still be on its way into the place: nothing is written to it before it is whole. */
function checkReplacement(file: string): void {
  let verdict: unknown;
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMs });
    try {
      const { user_version: version } = db.prepare('pragma user_version').get() ?? {};
      verdict = version
        ? db.prepare('pragma quick_check(1)').get()?.quick_check
        : 'it has no tables for leads';
    } finally {
      db.close();
    }
  } catch (error) {
    verdict = (error as Error).message;
  }
  if (verdict !== 'ok')
    throw new StoreUnavailable(`${file} was replaced, and the new file cannot be used: ${verdict}.`);
}
