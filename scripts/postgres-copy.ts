/** Copies of a PostgreSQL database as a JSON file of its rows. pg_dump refuses servers newer than itself. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { keepChat } from './kept-chat.ts';

type Rows = Record<string, unknown>[];
type Tables = Record<string, Rows>;

const migrations = join(import.meta.dirname, '../supabase/migrations');
const migrationNames = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
/** In the order of their creation, so that rows come after those they refer to. */
const tableNames = migrationNames.flatMap((name) =>
  Array.from(
    readFileSync(join(migrations, name), 'utf8').matchAll(/^create table public\.(\w+)/gm),
    ([, table]) => table as string,
  ),
);
/** A restored copy must not let anyone in who has signed out since. */
const notCopied = ['sessions', 'sign_in_codes', 'leases'];

async function inTransaction<Result>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<Result>,
) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

export async function readPostgres(url: string): Promise<Tables> {
  return inTransaction(url, 'begin isolation level repeatable read read only', async (client) => {
    const tables: Tables = {};
    for (const name of tableNames.filter((name) => !notCopied.includes(name)))
      tables[name] = (await client.query(`select to_json(t) as row from public.${name} t`)).rows.map(
        ({ row }) => row,
      );
    return tables;
  });
}

export function writeCopy(tables: Tables, file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.part`, JSON.stringify(tables), { mode: 0o600, flush: true });
  renameSync(`${file}.part`, file);
}

export function readCopy(file: string): Tables {
  const tables: Tables = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(tables.contact_submissions)) throw new Error('it is no copy of a PostgreSQL database.');
  const names = tables.migrations?.map(({ name }) => name);
  if (String(names) !== String(migrationNames))
    throw new Error('it was made by another version of this program. Install that version first.');
  return tables;
}

/** All or nothing. Servers that are running wait meanwhile. */
export async function replaceRows(url: string, tables: Tables): Promise<void> {
  await inTransaction(url, `begin; set local lock_timeout = '20s'`, async (client) => {
    const replaced = tableNames.filter((name) => name !== 'migrations');
    await client.query(
      `create temporary table replaced_leads on commit drop as select ref, version from public.contact_submissions`,
    );
    await client.query(
      `create temporary table replaced_messages on commit drop as select * from public.telegram_messages`,
    );
    await client.query(`truncate ${replaced.map((name) => `public.${name}`).join(', ')}`);
    for (const name of replaced)
      await client.query(
        `insert into public.${name} overriding system value
          select * from json_populate_recordset(null::public.${name}, $1)`,
        [JSON.stringify(tables[name] ?? [])],
      );
    const { rows } = await client.query(
      `select table_name as name, column_name as id from information_schema.columns
        where table_schema = 'public' and is_identity = 'YES' and table_name = any ($1)`,
      [replaced],
    );
    for (const { name, id } of rows)
      await client.query(
        `select setval(pg_get_serial_sequence('public.${name}', '${id}'), coalesce(max(${id}), 0) + 1, false)
          from public.${name}`,
      );
    for (const statement of keepChat('replaced_leads', 'replaced_messages')) await client.query(statement);
  });
}
