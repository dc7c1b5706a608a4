import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, type Db } from './db.ts';
import { type Sql, sql, type Value } from './sql.ts';

const oldest = '3.51.3';
const lockPatienceMs = 5000;

/** Result codes that blame the statement: ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE (https://sqlite.org/rescode.html). */
const statementErrors = [1, 19, 20, 21, 25];
const busy = 5;
const primaryCode = (error: unknown) => Number((error as { errcode?: number }).errcode) & 0xff;
const isBusy = (error: unknown) => error instanceof DatabaseUnavailable && primaryCode(error.cause) === busy;

export function openSqlite(file: string): Db {
  if (process.versions.sqlite?.localeCompare(oldest, 'en', { numeric: true }) === -1)
    throw new Error(`SQLite ${process.versions.sqlite} can damage its files; ${oldest} or later is needed.`);

  let database: DatabaseSync;
  try {
    database = new DatabaseSync(file, { timeout: 20 });
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  } catch (error) {
    throw unavailable(error);
  }

  function unavailable(error: unknown): DatabaseUnavailable {
    return new DatabaseUnavailable(`${file}: ${(error as Error).message}`, { cause: error });
  }

  function attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const code = primaryCode(error);
      throw !code || statementErrors.includes(code) ? error : unavailable(error);
    }
  }

  const statements = new Map<string, StatementSync>();
  const execute = <Result>(query: Sql, how: (statement: StatementSync, values: SqliteValue[]) => Result) =>
    attempt(() => {
      const statement = statements.get(query.sql) ?? database.prepare(query.sql);
      statements.set(query.sql, statement);
      return how(statement, (query.values as Value[]).map(toSqlite));
    });

  /** Without the queue: for whoever has the connection. */
  const direct: Db = {
    all: async <Row>(query: Sql) => execute(query, (statement, values) => statement.all(...values) as Row[]),
    get: async <Row>(query: Sql) =>
      execute(query, (statement, values) => statement.get(...values) as Row | undefined),
    run: async (query) => execute(query, (statement, values) => Number(statement.run(...values).changes)),
    transaction: (work) => work(direct),
    script: async (text) => attempt(() => database.exec(text)),
    // `secure_delete` zeroes deleted rows, but copies may stay in pages that SQLite split: only VACUUM removes those.
    clean: async (what) =>
      direct.script(`${what === 'file' ? 'vacuum; ' : ''}pragma wal_checkpoint(truncate)`),
    close: async () => database.close(),
  };

  async function transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    await direct.run(sql`begin immediate`);
    try {
      const result = await work(direct);
      await direct.run(sql`commit`);
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  // There is one connection: other queries wait until a transaction ends.
  let queue: Promise<unknown> = Promise.resolve();
  function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(() => retryWhileLocked(work));
    queue = result.catch(() => {});
    return result;
  }

  return {
    all: (query) => queued(() => direct.all(query)),
    get: (query) => queued(() => direct.get(query)),
    run: (query) => queued(() => direct.run(query)),
    transaction: (work) => queued(() => transaction(work)),
    script: (text) => queued(() => direct.script(text)),
    clean: (what) => queued(() => direct.clean(what)),
    close: () => queued(direct.close),
  };
}

type SqliteValue = string | number | null;
const toSqlite = (value: Value): SqliteValue => (typeof value === 'boolean' ? Number(value) : value);

/** Another process may hold the lock. Waiting here instead of in SQLite keeps the event loop running. */
async function retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const deadline = performance.now() + lockPatienceMs; ; await sleep(20))
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
}
