import pg from 'pg';
import { DatabaseUnavailable, type Db, type Queries, type SlowQueryLog, withQueries } from './db.ts';
import { raw, type Sql, sql } from './sql.ts';

/** bigint and numeric become numbers, timestamptz an ISO string; dates stay as they are written. */
const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1700: Number,
  1184: (text) => new Date(text).toISOString(),
  1082: (text) => text,
};
const types = { getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid) };

/** Well within the 15 seconds after which the form gives up. */
const timeLimitMs = 5000;

export function openPostgres(url: string, logSlow: SlowQueryLog): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types,
    keepAlive: true,
    connectionTimeoutMillis: timeLimitMs,
    query_timeout: timeLimitMs,
    // Makes PostgreSQL give up as well, even on a statement that waits for a lock. Set by a query, because poolers refuse it as a start-up parameter.
    onConnect: async (client) => {
      await client.query(`set statement_timeout = ${timeLimitMs}`);
    },
  });
  // An idle connection broke: the next query opens another.
  pool.on('error', () => {});

  const queriesOn = (connection: pg.Pool | pg.PoolClient): Queries => ({
    all: async <Row>(query: Sql) => (await execute(connection, query)).rows as Row[],
    get: async <Row>(query: Sql) => (await execute(connection, query)).rows[0] as Row | undefined,
    run: async (query) => (await execute(connection, query)).rowCount ?? 0,
    script: async (text) => void (await execute(connection, raw(text))),
  });

  async function execute(connection: pg.Pool | pg.PoolClient, query: Sql): Promise<pg.QueryResult> {
    const start = performance.now();
    try {
      return await connection.query(query.text, query.values);
    } catch (error) {
      throw translate(error as Error);
    } finally {
      logSlow(query.text, start);
    }
  }

  return {
    ...queriesOn(pool),
    async transaction(work) {
      const client = await pool.connect().catch((error) => {
        throw translate(error);
      });
      // Without a listener, a connection that breaks between two queries would end the process.
      const ignore = () => {};
      client.on('error', ignore);
      try {
        await execute(client, sql`begin read write`);
        const result = await withQueries(queriesOn(client), work);
        await execute(client, sql`commit`);
        client.off('error', ignore).release();
        return result;
      } catch (error) {
        // Closing the connection rolls back.
        client.release(true);
        throw error;
      }
    },
    // Only SQLite keeps deleted text in its files.
    clean: async () => {},
    close: () => pool.end(),
  };
}

/** Classes 22 and 23 concern the values sent; everything else concerns the database. */
function translate(error: Error & { code?: string }): Error {
  if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) return error;
  return new DatabaseUnavailable(`PostgreSQL: ${error.message || error.code}`, { cause: error });
}
