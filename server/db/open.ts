import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from '#server/runtime/log.ts';
import { DatabaseUnavailable, type Db, slowQueryLog } from './db.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type DatabaseConfig = { databaseUrl: string | null; dataDir: string };

const sqliteMigrations = join(import.meta.dirname, 'migrations');
const postgresMigrations = join(import.meta.dirname, '../../supabase/migrations');

export const sqliteFile = (dataDir: string): string => join(resolve(dataDir), 'leads.db');

/** `log`: for slow queries. */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseConfig, log?: Log): Promise<Db> {
  const logSlow = slowQueryLog(log);
  if (!databaseUrl) makeFolder(resolve(dataDir));
  const db = databaseUrl ? openPostgres(databaseUrl, logSlow) : openSqlite(sqliteFile(dataDir), logSlow);
  try {
    await migrate(db, databaseUrl ? postgresMigrations : sqliteMigrations);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseUnavailable(`DATA_DIR cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}
