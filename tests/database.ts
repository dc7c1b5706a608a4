import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open.ts';
import { fastTempDir } from './fast-temp-dir.ts';
import { newDatabase } from './shared-postgres.ts';

/** For `describe.each`. Only tests whose queries could differ run on both. */
export const databases = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databases)[number];

/** An empty database with its tables, closed and deleted after the test. */
export async function openTestDatabase(kind: DatabaseKind = 'sqlite'): Promise<Db> {
  const dataDir = mkdtempSync(join(fastTempDir(), 'database-'));
  const databaseUrl = kind === 'postgres' ? await newDatabase() : null;
  const db = await openDatabase({ databaseUrl, dataDir });
  onTestFinished(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return db;
}
