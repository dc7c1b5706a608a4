import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPostgresStore } from './postgres.ts';
import { openSqliteStore } from './sqlite.ts';
import { type Store, StoreUnavailable } from './store.ts';

export type StorePlace = { databaseUrl: string | null; dataDir: string };

/** The file that holds everything when there is no DATABASE_URL. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'leads.db');

/** The server, the worker and the tools all come to the leads through this door. */
export async function openStore({ databaseUrl, dataDir }: StorePlace): Promise<Store> {
  if (databaseUrl) return openPostgresStore(databaseUrl);
  const folder = resolve(dataDir);
  const file = sqliteFile(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    // A disk with errors is made read-only. As when it is full, there are pages to be read and people to be told.
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS' && existsSync(file);
    if (!isReadOnly)
      throw new StoreUnavailable(`DATA_DIR cannot be used: ${(error as Error).message}.`, { cause: error });
  }
  return openSqliteStore(file);
}
