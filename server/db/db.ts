import type { Log } from '#server/runtime/log.ts';
import { OwnError } from '#server/runtime/own-error.ts';
import type { Sql } from './sql.ts';

/** Times are ISO strings, counts are numbers. Read booleans with `Boolean()`: SQLite returns 0 and 1. */
export interface Queries {
  all<Row>(query: Sql): Promise<Row[]>;
  get<Row>(query: Sql): Promise<Row | undefined>;
  /** Resolves to the number of changed rows once they are on disk. */
  run(query: Sql): Promise<number>;
  /** Statements without values, such as a migration. */
  script(text: string): Promise<void>;
}

export interface Db extends Queries {
  /** `work` must use only the `Queries` it is given, which throw after its end, and wait for nothing else. */
  transaction<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>;
  /** Removes deleted text from SQLite's files: `wal` empties the write-ahead log; `file` also rewrites the database, which is locked meanwhile. */
  clean(what: 'wal' | 'file'): Promise<void>;
  close(): Promise<void>;
}

/**
 * Unreachable, locked, full, read-only or without the expected tables. PostgreSQL reports a faulty statement like this, too:
 * only errors about the values sent are told apart.
 */
export class DatabaseUnavailable extends OwnError {
  override name = 'DatabaseUnavailable';
}

export type SlowQueryLog = (statement: string, start: number) => void;

/** Logs statements that took more than a second, never their values. */
export const slowQueryLog =
  (log?: Log): SlowQueryLog =>
  (statement, start) => {
    const ms = Math.round(performance.now() - start);
    if (ms > 1000) log?.throttled.warn({ ms, statement: statement.slice(0, 300) }, 'Slow query');
  };

/** Runs `work` with queries that throw afterwards: what was not awaited must not run outside the transaction. */
export async function withQueries<Result>(
  queries: Queries,
  work: (db: Queries) => Promise<Result>,
): Promise<Result> {
  let hasEnded = false;
  const checked = new Proxy(queries, {
    get(target, name: keyof Queries) {
      const refused = async () => {
        throw new Error('This transaction has ended.');
      };
      return hasEnded && name in target ? refused : target[name];
    },
  });
  try {
    return await work(checked);
  } finally {
    hasEnded = true;
  }
}
