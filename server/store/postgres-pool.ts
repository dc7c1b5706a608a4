import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { StoreUnavailable } from './store.ts';

/** A visitor's phone gives up after some ten seconds: answer before that, while the page can still say so. */
const answerWithinMs = 5000;
/** One of several tries: a query that hangs longer than this is on a connection that is lost. */
const tryForMs = 2000;
/** However many queries hang at once, they hang on the same connections: these are replaced together. */
const replaceEveryMs = 1000;
/**
 * Whoever waits for a lock in PostgreSQL does not notice that nobody waits for them any more: while a table is locked
 * (`vacuum full` does it), abandoned tries would take up all connections the server has. So it ends them itself, a
 * little before the shortest try here (a second), and they are tried again.
 */
const lockWaitMs = 800;
const pauseMs = 100;

/**
 * Connections to PostgreSQL that recover by themselves. Four faults of postgres 3.4.9 are worked around:
 * - inside its `begin`, a dying connection ends the process (https://github.com/porsager/postgres/issues/1208):
 *   every change here is one statement instead;
 * - its query for array types, made on each new connection, has nobody to catch its failure: `fetch_types` is
 *   off, and no array is ever sent as a parameter;
 * - after a query that failed behind its first rows (it was cancelled, say), the next answer on its connection begins with
 *   as many empty places;
 * - a connection that breaks while something waits to be written never flushes again and hangs each query it
 *   is given: a query without an answer has the whole pool replaced.
 */
export class PostgresPool {
  readonly #url: string;
  readonly #max: number;
  readonly #idleSeconds: number | undefined;
  readonly #planAnew: boolean;
  #sql: Sql;
  #replacedAt = Number.NEGATIVE_INFINITY;
  #lockedAt = Number.NEGATIVE_INFINITY;
  #limitsLocks = true;

  /**
   * `idleSeconds`: a connection that nobody needs for so long is given back; without it, it stays. `planAnew`: a query is
   * planned for what it asks each time; else from the sixth on PostgreSQL may have one plan for whatever is asked.
   */
  constructor(
    url: string,
    { max, idleSeconds, planAnew = false }: { max: number; idleSeconds?: number; planAnew?: boolean },
  ) {
    this.#url = url;
    this.#max = max;
    this.#idleSeconds = idleSeconds;
    this.#planAnew = planAnew;
    this.#sql = this.#connect();
  }

  /**
   * The outcome of a query, or `StoreUnavailable` when the database cannot give one in time. The query may
   * still succeed later, after the visitor was told otherwise: the retry carries the same idempotency key.
   */
  async ask<Result>(query: (sql: Sql) => PromiseLike<Result>, withinMs = answerWithinMs): Promise<Result> {
    const deadline = performance.now() + withinMs;
    const [sql, limitsLocks] = [this.#sql, this.#limitsLocks];
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#replace(sql);
        reject(new NoAnswer(`PostgreSQL did not answer within ${withinMs} ms.`));
      }, withinMs);
    });
    try {
      return await Promise.race([this.#untilItsTurn(query, sql, deadline), tooLate]);
    } catch (error) {
      if (codeOf(error) === readOnly) this.#replace(sql);
      if (!limitsLocks || !refusesLimit(error)) throw translated(error);
    } finally {
      clearTimeout(timer);
    }
    if (sql === this.#sql) {
      this.#limitsLocks = false;
      this.#sql = this.#connect();
      sql.end({ timeout: 0 }).catch(() => {});
    }
    return this.ask(query, withinMs);
  }

  /** For a lock as long as its outcome is waited for, for the rest as long as a visitor waits. */
  async #untilItsTurn<Result>(
    query: (sql: Sql) => PromiseLike<Result>,
    sql: Sql,
    deadline: number,
  ): Promise<Result> {
    const began = performance.now();
    for (;;) {
      try {
        return withoutEmptyPlaces(await query(sql));
      } catch (error) {
        const now = performance.now();
        const isLocked = codeOf(error) === lockNotAvailable;
        if (isLocked) this.#lockedAt = now;
        const mayWait = isLocked || (isOneOf(notItsTurn, error) && now <= began + answerWithinMs);
        if (!mayWait || now + lockWaitMs > deadline) throw error;
        await sleep(pauseMs);
      }
    }
  }

  /**
   * Asks again while the database cannot be reached or is still starting, so that its restart is a pause and
   * not an error. Only for what may be done twice. A wrong password is not waited for.
   */
  async askPatiently<Result>(
    query: (sql: Sql) => PromiseLike<Result>,
    { patienceMs = answerWithinMs, withinMs = tryForMs } = {},
  ): Promise<Result> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      try {
        return await this.ask(query, withinMs);
      } catch (error) {
        if (!mayPass(error) || performance.now() >= deadline) throw error;
        await sleep(pauseMs);
      }
    }
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 2 });
  }

  #connect(): Sql {
    return postgres(this.#url, {
      max: this.#max,
      connect_timeout: 5,
      ...(this.#idleSeconds && { idle_timeout: this.#idleSeconds }),
      ...(this.#planAnew && { prepare: false }),
      // The driver's default grows to 20 s: after an outage leads would be refused for as long again.
      backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 1),
      fetch_types: false,
      onnotice: () => {},
      ...(this.#limitsLocks && { connection: { lock_timeout: lockWaitMs } }),
    });
  }

  #replace(sql: Sql): void {
    if (sql !== this.#sql || performance.now() - this.#replacedAt < replaceEveryMs) return;
    // Not lost but queueing behind those that wait for a lock: with more connections there would be more to wait.
    if (performance.now() - this.#lockedAt < tryForMs) return;
    this.#replacedAt = performance.now();
    this.#sql = this.#connect();
    // What is under way on its sound connections may finish.
    sql.end({ timeout: answerWithinMs / 1000 }).catch(() => {});
  }
}

function withoutEmptyPlaces<Result>(rows: Result): Result {
  // In place: it has the number of rows changed as well.
  if (Array.isArray(rows)) while (rows.length > 0 && !(0 in rows)) rows.shift();
  return rows;
}

/**
 * For a person with a tool, not for a visitor: a slow line may take its time. But shorter than a silent connection lives
 * (server/http-server.ts): in the inbox they are told, and connections that were lost without a word are replaced.
 */
export const personWaitsMs = 25_000;

class NoAnswer extends StoreUnavailable {}

export const lockNotAvailable = '55P03';
/**
 * A session that began while the database could only be read keeps to that for its life, up to an hour; a new one finds that
 * it is over, or is led to a server that takes writes.
 */
const readOnly = '25006';
/** PostgreSQL's own (SQLSTATE: the first two characters are its class); empty for the driver's and all others. */
export const codeOf = (error: unknown) => (error instanceof postgres.PostgresError ? error.code : '');
const isOneOf = (codes: readonly string[], error: unknown) =>
  codes.some((code) => codeOf(error).startsWith(code));

/** PgBouncer takes no parameters at the start of a session that it does not know. */
const refusesLimit = (error: unknown) =>
  codeOf(error) === '08P01' && /startup parameter/.test((error as Error).message);

/** It has changed nothing: it had to give way to another (40…), or all connections are taken. */
const notItsTurn = ['40', '53300'];

/**
 * The session was ended, somebody or a limit of the host cancelled the statement, or the server is not ready (57…); a
 * pooler has lost it (08…), or has no connection left (XX000 of Supabase's); it was not its turn; this session may only read.
 */
const passing = ['57', '08', 'XX000', ...notItsTurn, lockNotAvailable, readOnly];

function mayPass(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof StoreUnavailable) || !error.cause) return false;
  return !(error.cause instanceof postgres.PostgresError) || isOneOf(passing, error.cause);
}

/**
 * What was sent is to blame: bad data, a violated constraint. A table that is not there or may not be touched (42…) is for
 * the operator to mend, and until then nothing that was done can be written down.
 */
const dataFaults = ['22', '23'];
/** The same in the driver's own words. */
const driverComplaints = ['UNDEFINED_VALUE', 'NOT_TAGGED_CALL', 'MAX_PARAMETERS_EXCEEDED'];

function translated(error: unknown): unknown {
  const { code = '' } = error as { code?: string };
  const blamesDatabase =
    error instanceof postgres.PostgresError
      ? !isOneOf(dataFaults, error)
      : // Of the driver, the socket and the certificate: CONNECTION_CLOSED, ECONNREFUSED, CERT_HAS_EXPIRED, …
        code !== '' && !driverComplaints.includes(code);
  return blamesDatabase ? saidByPostgres(error) : error;
}

export function saidByPostgres(error: unknown): StoreUnavailable {
  // A refused connection to a name with several addresses is an AggregateError without a message of its own.
  const { message, code } = error as Error & { code?: string };
  return new StoreUnavailable(`DATABASE_URL: PostgreSQL says: ${message || code}.`, { cause: error });
}
