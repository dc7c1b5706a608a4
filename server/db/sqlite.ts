import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMutex } from '#server/runtime/mutex.ts';
import { DatabaseUnavailable, type Db, type Queries, type SlowQueryLog, withQueries } from './db.ts';
import { type Sql, sql, type Value } from './sql.ts';

/** Older versions can corrupt a file in WAL mode. */
const minSqliteVersion = '3.51.3';
/** From the call of a query. Then it is refused, and nothing of it happens later. */
const patienceMs = 5000;

/** ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE (https://sqlite.org/rescode.html). */
const statementErrors = [1, 19, 20, 21, 25];
const busy = 5;
const primaryCode = (error: unknown) => Number((error as { errcode?: number }).errcode) & 0xff;
const isBusy = (error: unknown) => error instanceof DatabaseUnavailable && primaryCode(error.cause) === busy;

export function openSqlite(file: string, logSlow: SlowQueryLog): Db {
  if (process.versions.sqlite?.localeCompare(minSqliteVersion, 'en', { numeric: true }) === -1)
    throw new Error(`SQLite ${minSqliteVersion} or later is needed; this is ${process.versions.sqlite}.`);
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

  function execute<Result>(query: Sql, how: (statement: StatementSync, values: SqliteValue[]) => Result) {
    const start = performance.now();
    const result = attempt(() => how(database.prepare(query.sql), (query.values as Value[]).map(toSqlite)));
    logSlow(query.sql, start);
    return result;
  }

  const direct: Queries = {
    all: async <Row>(query: Sql) => execute(query, (statement, values) => statement.all(...values) as Row[]),
    get: async <Row>(query: Sql) => (await direct.all<Row>(query))[0],
    run: async (query) => execute(query, (statement, values) => Number(statement.run(...values).changes)),
    script: async (text) => attempt(() => database.exec(text)),
  };

  async function transaction<Result>(work: (db: Queries) => Promise<Result>): Promise<Result> {
    await direct.run(sql`begin immediate`);
    try {
      const result = await withQueries(direct, work);
      await direct.run(sql`commit`);
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  // On the single connection, other queries wait until a transaction ends.
  const exclusive = createMutex();

  /** Waits for another process's lock here: waiting inside SQLite would block the event loop. */
  function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + patienceMs;
    return exclusive(async () => {
      while (performance.now() < deadline) {
        try {
          return await work();
        } catch (error) {
          if (!isBusy(error)) throw error;
        }
        await sleep(20);
      }
      throw new DatabaseUnavailable(`${file}: locked for ${patienceMs} ms`);
    });
  }

  return {
    all: (query) => queued(() => direct.all(query)),
    get: (query) => queued(() => direct.get(query)),
    run: (query) => queued(() => direct.run(query)),
    transaction: (work) => queued(() => transaction(work)),
    script: (text) => queued(() => direct.script(text)),
    // `secure_delete` may leave copies of deleted rows in pages that SQLite split. VACUUM removes them.
    clean: (what) =>
      queued(() => direct.script(`${what === 'file' ? 'vacuum; ' : ''}pragma wal_checkpoint(truncate)`)),
    close: () => exclusive(async () => database.close()),
  };
}

type SqliteValue = string | number | null;
const toSqlite = (value: Value): SqliteValue => (typeof value === 'boolean' ? Number(value) : value);
