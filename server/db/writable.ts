import { statfs } from 'node:fs/promises';
import { DatabaseUnavailable, type Db } from './db.ts';
import type { DatabasePlace } from './open.ts';
import { sql } from './sql.ts';

const leastFreeBytes = 4 * 1024 * 1024;

/** Throws if no lead could be stored now. Takes the write lock but writes nothing. */
export async function checkWritable(db: Db, { databaseUrl, dataDir }: DatabasePlace): Promise<void> {
  await db.transaction((db) => db.get(sql`select 1`));
  if (databaseUrl) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < leastFreeBytes) throw new DatabaseUnavailable(`${dataDir}: the disk is full`);
}
