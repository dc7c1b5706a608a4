/**
 * Databases on the one PostgreSQL that runs as long as the tests do (`start-shared-postgres.ts`). Tests that stop it,
 * or make roles, which belong to the whole server, start one of their own: `postgres.ts`.
 */
import postgres, { type Sql } from 'postgres';
import { inject } from 'vitest';

let made: string[] = [];
let number = 0;
let sql: Sql | null = null;

/** The address of a new database, with the tables or `empty`. */
export async function newDatabase({ empty = false } = {}): Promise<string> {
  const { url, withTables } = inject('postgres');
  sql ??= postgres(url, { max: 1, onnotice: () => {} });
  const name = `test_${process.pid}_${++number}`;
  // Copied, because making the tables takes six times as long; as files, because PostgreSQL's other way is as slow.
  await sql.unsafe(`create database ${name} template ${empty ? 'template1' : withTables} strategy file_copy`);
  made.push(name);
  return new URL(`/${name}`, url).href;
}

/** After the last test of a file: `after-each-file.ts`. */
export async function dropDatabases(): Promise<void> {
  const [names, own] = [made, sql];
  // First: one that cannot be dropped must not be tried again by every file after this one.
  made = [];
  sql = null;
  for (const name of names) await own?.unsafe(`drop database ${name} with (force)`);
  await own?.end();
}
