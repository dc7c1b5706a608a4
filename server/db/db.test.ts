import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#server/runtime/log.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { newDatabase } from '#tests/shared-postgres.ts';
import { DatabaseUnavailable, type Db, type Queries } from './db.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { row, type Sql, sql } from './sql.ts';

describe.each(databases)('%s', (kind) => {
  const add = (db: Queries, name: string, value: string | null = null) =>
    db.run(sql`insert into state ${row({ name, value, at: '2026-11-19T08:00:00.123Z' })}`);
  const names = async (db: Queries) =>
    (await db.all<{ name: string }>(sql`select name from state order by name`)).map(({ name }) => name);

  test('returns times as strings and counts as numbers', async () => {
    const db = await openTestDatabase(kind);
    await add(db, 'a', "100%_'?$1");
    expect(await db.get(sql`select name, value, at, count(*) over () as count from state`)).toEqual({
      name: 'a',
      value: "100%_'?$1",
      at: '2026-11-19T08:00:00.123Z',
      count: 1,
    });
    expect(await db.get(sql`select 1 from state where name = 'b'`)).toBeUndefined();
    expect(await db.run(sql`update state set value = null where name <> ${'b'}`)).toBe(1);
  });

  test('concurrent transactions do not mix, and one that throws leaves nothing behind', async () => {
    const db = await openTestDatabase(kind);
    const attempts = ['a', 'b', 'c'].map((name) =>
      db.transaction(async (db) => {
        await add(db, name);
        if (name === 'b') throw new Error('no');
      }),
    );
    await expect(attempts[1]).rejects.toThrow('no');
    await Promise.allSettled(attempts);
    expect(await names(db)).toEqual(['a', 'c']);
  });

  test('queries of a transaction that has ended are refused', async () => {
    const db = await openTestDatabase(kind);
    const late = await db.transaction(async (db) => db);
    await expect(add(late, 'a')).rejects.toThrow('This transaction has ended.');
    expect(await names(db)).toEqual([]);
  });

  test('a value that breaks a constraint is not reported as an unavailable database', async () => {
    const db = await openTestDatabase(kind);
    await add(db, 'a');
    await expect(add(db, 'a')).rejects.not.toBeInstanceOf(DatabaseUnavailable);
  });

  test('the start fails with a readable message if a newer version or another program made the tables', async () => {
    const newer = await openTestDatabase(kind);
    await newer.run(sql`insert into migrations (name) values ('29990101000000_x.sql')`);
    await expect(migrateAgain(newer, kind)).rejects.toThrow(
      'A newer version of this program used this database: 29990101000000_x.sql is unknown here.',
    );
    const other = await openTestDatabase(kind);
    await other.script('drop table migrations');
    await expect(migrateAgain(other, kind)).rejects.toThrow(/^.*_schema\.sql failed: .* already exists/);
  });
});

function migrateAgain(db: Db, kind: string): Promise<void> {
  const folder = kind === 'sqlite' ? 'migrations' : '../../supabase/migrations';
  return migrate(db, join(import.meta.dirname, folder));
}

test('a column name that is not plain is refused', () => {
  expect(() => row({ 'name) values (1); drop table x --': 1 })).toThrow('Not column names');
});

describe('both databases have the same', () => {
  const both = async <Row>(queries: Record<(typeof databases)[number], Sql>) => ({
    sqlite: await (await openTestDatabase('sqlite')).all<Row>(queries.sqlite),
    postgres: await (await openTestDatabase('postgres')).all<Row>(queries.postgres),
  });
  const tables = sql`pg_class t on t.oid = attrelid and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace`;

  test('columns, with types, nullability and primary keys', async () => {
    type Column = { name: string; type: string; required: boolean | number; key: number };
    const { sqlite, postgres } = await both<Column>({
      sqlite: sql`select m.name || '.' || c.name as name, lower(c.type) as type, "notnull" or pk > 0 as required, pk as key
        from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite%'`,
      postgres: sql`select relname || '.' || attname as name, format_type(atttypid, null) as type, attnotnull as required,
          coalesce(array_position((select conkey from pg_constraint where conrelid = t.oid and contype = 'p'), attnum), 0) as key
        from pg_attribute join ${tables} where attnum > 0 and not attisdropped`,
    });
    const types: Record<string, string> = {
      ...{ bigint: 'integer', integer: 'integer', boolean: 'integer' },
      ...{ text: 'text', date: 'text', 'timestamp with time zone': 'text' },
    };
    const described = (columns: Column[], typeOf = (type: string) => type) =>
      columns.map(({ name, type, required, key }) => [name, typeOf(type), Boolean(required), key]).sort();
    expect(described(sqlite)).toEqual(described(postgres, (type) => types[type] ?? type));
  });

  test('indexes, with their conditions', async () => {
    type Part = {
      index: string;
      table: string;
      column: string;
      is_unique: boolean | number;
      definition: string;
    };
    const { sqlite, postgres } = await both<Part>({
      sqlite: sql`select i.name as "index", m.name as "table", c.name as "column", i."unique" as is_unique, x.sql as definition
        from sqlite_master m join pragma_index_list(m.name) i join pragma_index_info(i.name) c
          left join sqlite_master x on x.name = i.name
        where m.type = 'table' and i.origin <> 'pk' order by i.name, c.seqno`,
      postgres: sql`select indexrelid::regclass::text as "index", relname as "table", attname as "column",
          indisunique as is_unique, pg_get_indexdef(indexrelid) as definition
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey) join ${tables}
        where not indisprimary order by indexrelid, array_position(indkey::int2[], attnum)`,
    });
    const conditionOf = (definition: string | null) =>
      (definition?.split(/ where /i)[1] ?? '').replace(/[()]|::\w+/g, '').toLowerCase();
    const described = (parts: Part[]) =>
      [...Map.groupBy(parts, ({ index }) => index).values()]
        .map((columns) => {
          const [{ table, is_unique, definition }] = columns as [Part];
          return [table, ...columns.map(({ column }) => column), Boolean(is_unique), conditionOf(definition)];
        })
        .sort();
    expect(described(sqlite)).toEqual(described(postgres));
  });
});

test('several servers may start on one empty PostgreSQL database at the same time', async () => {
  const databaseUrl = await newDatabase();
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl, dataDir: '' })));
  const applied = await opened[0]?.all<{ name: string }>(sql`select name from migrations order by name`);
  expect(applied?.map(({ name }) => name)).toEqual(readdirSync('supabase/migrations').sort());
  await Promise.all(opened.map((db) => db.close()));
});

test('a query that takes more than a second is logged, without its values', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const db = await openDatabase({ databaseUrl: await newDatabase(), dataDir: '' }, log);
  onTestFinished(() => db.close());
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = db.get(sql`select ${'Dilnoza'} as name`);
  vi.advanceTimersByTime(1500);
  expect(await answer).toEqual({ name: 'Dilnoza' });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'Slow query', ms: 1500, statement: 'select $1 as name' },
  ]);
});

test('the start fails with a readable message if the PostgreSQL database does not exist', async () => {
  const databaseUrl = `${await newDatabase()}_missing`;
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toBeInstanceOf(DatabaseUnavailable);
});
