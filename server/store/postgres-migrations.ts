import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { codeOf, lockNotAvailable } from './postgres-pool.ts';
import { StoreUnavailable } from './store.ts';

const migrationsFolder = join(import.meta.dirname, '../../supabase/migrations');

/** Any number that other programs on the same database are unlikely to lock. */
const advisoryLock = 7_061_522_019;
const tableWaitMs = 1000;
const betweenWaitsMs = 1000;

/** Applies the files that `contact_migrations` does not name yet, each of them whole or not at all. */
export async function migratePostgres(sql: Sql, folder = migrationsFolder): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const known = files.map(versionOf);
  const applied = await appliedVersions(sql);
  const newer = applied
    .filter((version) => !known.includes(version))
    .sort()
    .at(-1);
  if (newer) {
    throw new StoreUnavailable(
      `The database in DATABASE_URL was written by a newer version of this program (migration ${newer}, this ` +
        `program knows up to ${known.at(-1)}). Start the newer version, or point DATABASE_URL elsewhere.`,
    );
  }
  for (const file of files) {
    if (!applied.includes(versionOf(file))) await apply(sql, join(folder, file));
  }
}

const versionOf = (file: string): string => basename(file).split('_', 1)[0] as string;

async function appliedVersions(sql: Sql): Promise<string[]> {
  const [table] = await sql`select to_regclass('public.contact_migrations') is not null as exists`;
  const rows = table?.exists
    ? await sql<{ version: string }[]>`select version from public.contact_migrations`
    : [];
  return rows.map((row) => row.version);
}

/**
 * Statements sent together are one transaction, which holds the lock to its end: a second process waits, then
 * fails because the tables are there, and finds that the file was applied meanwhile. However long it waits: the limits of
 * these connections, and of the host, are for those who serve visitors.
 *
 * For a table it waits less than a visitor does: behind it in the queue stand the leads of servers that are still running,
 * while somebody reads in a transaction for minutes (`pg_dump`, a forgotten `begin`). It lets them pass, and is tried again.
 */
async function apply(sql: Sql, file: string): Promise<void> {
  try {
    const turn = `set local statement_timeout = 0; set local lock_timeout = 0; select pg_advisory_xact_lock(${advisoryLock});`;
    await sql.unsafe(`${turn} set local lock_timeout = ${tableWaitMs};\n${await readFile(file, 'utf8')}`);
  } catch (error) {
    if ((await appliedVersions(sql)).includes(versionOf(file))) return;
    if (codeOf(error) === lockNotAvailable) await sleep(betweenWaitsMs);
    throw error;
  }
}
