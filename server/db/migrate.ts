import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnavailable, type Db } from './db.ts';
import { sql } from './sql.ts';

/**
 * Applies the files that are missing, each in a transaction. Each file first inserts its own name into `migrations`, so the
 * server, `supabase db push` and the SQL editor agree, and the slower of two processes waits there and finds it done.
 */
export async function migrate(db: Db, folder: string): Promise<void> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const applied = await appliedTo(db);
  const newer = applied.find((name) => !files.includes(name));
  if (newer) throw new DatabaseUnavailable(`A newer version of this program (${newer}) wrote this database.`);
  if (applied.length === 0 && (await hasTable(db, sql`select 1 from deliveries`)))
    throw new DatabaseUnavailable(
      'This database has the schema of an early version. Export its leads with that version and start with an empty database.',
    );
  for (const file of files.filter((name) => !applied.includes(name))) {
    const script = readFileSync(join(folder, file), 'utf8');
    try {
      await db.transaction((db) => db.script(script));
    } catch (error) {
      if (!(await appliedTo(db)).includes(file)) throw error;
    }
  }
}

async function appliedTo(db: Db): Promise<string[]> {
  if (!(await hasTable(db, sql`select 1 from migrations`))) return [];
  const rows = await db.all<{ name: string }>(sql`select name from migrations order by name`);
  return rows.map(({ name }) => name);
}

async function hasTable(db: Db, query: ReturnType<typeof sql>): Promise<boolean> {
  try {
    await db.get(query);
    return true;
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as Error & { code?: string };
    if (code === '42P01' || /no such table/.test(message)) return false;
    throw error;
  }
}
