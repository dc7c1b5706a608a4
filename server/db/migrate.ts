import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnavailable, type Db } from './db.ts';
import { sql } from './sql.ts';

/** Each file first inserts its name into `migrations`, where a second process waits for the first. */
export async function migrate(db: Db, folder: string): Promise<void> {
  // Fails with the database's own message if it cannot be reached.
  await db.get(sql`select 1`);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const applied = await appliedMigrations(db);
  const unknown = applied.find((name) => !files.includes(name));
  if (unknown)
    throw new DatabaseUnavailable(
      `A newer version of this program used this database: ${unknown} is unknown here.`,
    );
  for (const file of files.sort().filter((name) => !applied.includes(name))) {
    const script = readFileSync(join(folder, file), 'utf8');
    try {
      await db.transaction((db) => db.script(script));
    } catch (error) {
      if ((await appliedMigrations(db)).includes(file)) continue;
      const { message } = error as Error;
      throw new DatabaseUnavailable(`${file} failed: ${message}`, { cause: error });
    }
  }
}

/** An empty database has no such table. */
async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`select name from migrations`).catch(() => []);
  return rows.map(({ name }) => name);
}
