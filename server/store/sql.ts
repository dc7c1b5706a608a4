/**
 * For the rooms whose statements SQLite and PostgreSQL both understand: written once, and run by the connection of either.
 */
import type { PendingQuery, Row, Sql } from 'postgres';
import type { PostgresPool } from './postgres-pool.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

export type Statement = { strings: TemplateStringsArray; holes: readonly Hole[] };
/** A value, which never becomes part of the text, or a piece of a statement. */
type Hole = string | number | null | Date | Statement;

export const sql = (strings: TemplateStringsArray, ...holes: Hole[]): Statement => ({ strings, holes });

/** With commas; there has to be one. */
export const listed = (holes: readonly Hole[]): Statement =>
  holes.map((hole) => sql`${hole}`).reduce((all, each) => sql`${all}, ${each}`);

export interface EitherDatabase {
  /** What one statement reads, or changes and returns. `times`: which columns are times; SQLite keeps those as numbers. */
  rows<Found>(statement: Statement, ...times: (keyof Found)[]): Promise<Found[]>;
  /**
   * All of them or none; how many rows the last one changed. In PostgreSQL they are one statement, whose parts neither see
   * what the others do nor may change the same row.
   */
  change(...statements: Statement[]): Promise<number>;
  /**
   * False when a change would find nothing to do. Only SQLite looks, because a change takes the one lock that leads are
   * written under, also for a stranger's guess. PostgreSQL locks rows: there it would be one more question, and true is said.
   */
  lookFirst(statement: Statement): Promise<boolean>;
  /** So much later than now. In PostgreSQL by its own clock: those of the processes may differ. */
  later(ms: number): Statement;
  /** At the end of a query: what it reads stays as it is until the change is done. SQLite has one writer anyway. */
  shared: Statement;
}

export const onSqlite = (db: SqliteConnection): EitherDatabase => ({
  async rows<Found>(statement: Statement, ...times: (keyof Found)[]) {
    const rows = await db.patiently(() => db.all<Found>(textOf(statement), ...valuesOf(statement)));
    for (const row of rows)
      for (const time of times)
        if (row[time] !== null) row[time] = new Date(row[time] as number) as Found[keyof Found];
    return rows;
  },
  change: (...statements) =>
    db.writeAll(() => statements.map((each) => db.run(textOf(each), ...valuesOf(each))).at(-1) ?? 0),
  lookFirst: async (statement) => db.get(textOf(statement), ...valuesOf(statement)) !== undefined,
  later: (ms) => sql`${Date.now() + ms}`,
  shared: sql``,
});

/** `withinMs`: how long somebody waits for the rows, if not as long as a visitor. */
export const onPostgres = (pool: PostgresPool, withinMs?: number): EitherDatabase => ({
  rows: async <Found>(statement: Statement) =>
    [...(await pool.ask((query) => inPostgres(query, statement), withinMs))] as Found[],
  async change(...statements) {
    const { count } = await pool.ask((query) => {
      const parts = statements.map((each) => inPostgres(query, each));
      const last = parts.pop() as PendingQuery<Row[]>;
      if (parts.length === 0) return last;
      const named = parts.map((each, i) => query`${query(`part${i}`)} as (${each})`);
      return query`with ${named.reduce((list, each) => query`${list}, ${each}`)} ${last}`;
    });
    return count;
  },
  lookFirst: async () => true,
  later: (ms) => sql`(now() + ${ms} * interval '1 millisecond')`,
  shared: sql`for share`,
});

const isStatement = (hole: Hole): hole is Statement =>
  typeof hole === 'object' && hole !== null && 'strings' in hole;

export const textOf = ({ strings, holes }: Statement): string =>
  String.raw({ raw: strings }, ...holes.map((hole) => (isStatement(hole) ? textOf(hole) : '?')));

const valuesOf = ({ holes }: Statement): (string | number | null)[] =>
  holes.flatMap((hole) =>
    isStatement(hole) ? valuesOf(hole) : [hole instanceof Date ? hole.getTime() : hole],
  );

/** Piece by piece as it was written: the driver keeps every template that it is ever given. */
const inPostgres = (query: Sql, { strings, holes }: Statement): PendingQuery<Row[]> =>
  query(strings, ...holes.map((hole) => (isStatement(hole) ? inPostgres(query, hole) : hole)));
