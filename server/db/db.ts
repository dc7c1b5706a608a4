import type { Sql } from './sql.ts';

/** Times are ISO strings, counts are numbers. Read booleans with `Boolean()`: SQLite returns 0 and 1. */
export interface Db {
  all<Row>(query: Sql): Promise<Row[]>;
  get<Row>(query: Sql): Promise<Row | undefined>;
  /** Resolves to the number of changed rows once they are on disk. */
  run(query: Sql): Promise<number>;
  /** `work` must use only the `Db` it is given and wait for nothing else. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Statements without values, such as a migration. */
  script(text: string): Promise<void>;
  /** Removes deleted text from SQLite's files: `wal` empties the write-ahead log; `file` also rewrites the database, which is locked meanwhile. */
  clean(what: 'wal' | 'file'): Promise<void>;
  close(): Promise<void>;
}

/**
 * Unreachable, locked, full, read-only or without the expected tables. PostgreSQL reports a faulty statement like this, too:
 * only errors about the values sent are told apart.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
