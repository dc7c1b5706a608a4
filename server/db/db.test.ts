import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databases, openTestDatabase } from '#tests/database.ts';
import { newDatabase } from '#tests/shared-postgres.ts';
import { DatabaseUnavailable, type Db, type Queries } from './db.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { row, sql } from './sql.ts';

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

test('both databases have the same tables and columns', async () => {
  const columns = async (kind: 'sqlite' | 'postgres') => {
    const db = await openTestDatabase(kind);
    const rows = await db.all<{ place: string }>(
      kind === 'sqlite'
        ? sql`select m.name || '.' || c.name as place from sqlite_master m join pragma_table_info(m.name) c
            where m.type = 'table' and m.name not like 'sqlite%' order by 1`
        : sql`select table_name || '.' || column_name as place from information_schema.columns
            where table_schema = 'public' order by 1`,
    );
    return rows.map(({ place }) => place).sort();
  };
  expect(await columns('sqlite')).toEqual(await columns('postgres'));
});

test('several servers may start on one empty PostgreSQL database at the same time', async () => {
  const databaseUrl = await newDatabase();
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl, dataDir: '' })));
  const applied = await opened[0]?.all<{ name: string }>(sql`select name from migrations order by name`);
  expect(applied?.map(({ name }) => name)).toEqual(readdirSync('supabase/migrations').sort());
  await Promise.all(opened.map((db) => db.close()));
});

test('the start fails with a readable message if the PostgreSQL database does not exist', async () => {
  const databaseUrl = `${await newDatabase()}_missing`;
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toBeInstanceOf(DatabaseUnavailable);
});
