import { statfs } from 'node:fs/promises';
import { DatabaseUnavailable, type Db } from './db.ts';
import type { DatabaseConfig } from './open.ts';
import { sql } from './sql.ts';

const minFreeBytes = 4 * 1024 * 1024;

/** Throws if no lead could be stored now. Takes the write lock but writes nothing. */
export async function checkWritable(db: Db, { databaseUrl, dataDir }: DatabaseConfig): Promise<void> {
  await db.transaction((db) => db.get(sql`select 1`));
  if (databaseUrl) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < minFreeBytes) throw new DatabaseUnavailable(`${dataDir}: the disk is full`);
}
