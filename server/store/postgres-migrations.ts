import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { StoreUnavailable } from './store.ts';

export const migrationsFolder = join(import.meta.dirname, '../../supabase/migrations');

/** Any number that other programs on the same database are unlikely to lock. */
const advisoryLock = 7_061_522_019;

/** Applies the files that `contact_migrations` does not name yet, all of them or none. */
export async function migratePostgres(sql: Sql, folder = migrationsFolder): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const versionOf = (file: string) => file.split('_')[0] ?? file;
  await sql.begin(async (transaction) => {
    // Held until the end of the transaction: a second process waits here and then finds nothing to do.
    await transaction`select pg_advisory_xact_lock(${advisoryLock})`;
    const [table] = await transaction`select to_regclass('public.contact_migrations') is not null as exists`;
    const rows = table?.exists ? await transaction`select version from public.contact_migrations` : [];
    const applied = new Set(rows.map((row) => String(row.version)));

    const unknown = [...applied].filter((version) => !files.some((file) => versionOf(file) === version));
    if (unknown.length > 0) {
      throw new StoreUnavailable(
        `The database in DATABASE_URL was written by a newer version of this program (migration ` +
          `${unknown.sort().at(-1)}, this program knows up to ${versionOf(files.at(-1) ?? '')}). ` +
          'Start the newer version, or point DATABASE_URL elsewhere.',
      );
    }
    for (const file of files) {
      if (!applied.has(versionOf(file))) await transaction.unsafe(await readFile(join(folder, file), 'utf8'));
    }
  });
}
