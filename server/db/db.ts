import type { Sql } from './sql.ts';

/**
 * A database, SQLite or PostgreSQL. Both answer alike: times are ISO strings and counts are numbers. Only booleans differ:
 * SQLite returns 0 and 1, so read them with `Boolean()`.
 */
export interface Db {
  /** Every row found, or returned by a change. */
  all<Row>(query: Sql): Promise<Row[]>;
  get<Row>(query: Sql): Promise<Row | undefined>;
  /** The number of rows changed. When the promise resolves, the change is on disk. */
  run(query: Sql): Promise<number>;
  /** Commits everything `work` does, or nothing. `work` uses the `Db` it is given and waits for nothing else. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Statements without values, such as a migration. */
  script(text: string): Promise<void>;
  /**
   * Removes deleted text from SQLite's files: `log` empties the write-ahead log, `file` rewrites the database as well and
   * locks it meanwhile. PostgreSQL has its own vacuum.
   */
  clean(what: 'log' | 'file'): Promise<void>;
  close(): Promise<void>;
}

/** The database cannot be reached, or is locked, full or read-only. The statement itself was fine. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
