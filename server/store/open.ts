import { join } from 'node:path';
import { openPostgresStore } from './postgres.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

export type StorePlace = { databaseUrl: string | null; dataDir: string };

/** The file that holds everything when there is no DATABASE_URL. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'leads.db');

/** The server, the worker and the tools all come to the leads through this door. */
export function openStore({ databaseUrl, dataDir }: StorePlace): Promise<Store> {
  return databaseUrl ? openPostgresStore(databaseUrl) : openSqliteStore(sqliteFile(dataDir));
}
