/** Before all tests, once. `shared-postgres.ts` hands out its databases, `built-site.ts` builds into the folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../server/store/postgres-migrations.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `withTables` is a database as the server makes it, to be copied. */
    postgres: { url: string; withTables: string };
    /** Where the site is built by the first test file that wants it. */
    siteFolder: string;
  }
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = await server.newDatabase();
  const withTables = new URL(template).pathname.slice(1);
  const url = new URL('/postgres', template).href;

  const tables = postgres(template, { max: 1, onnotice: () => {} });
  await migratePostgres(tables);
  await tables.end();
  // Nothing is copied while somebody is connected to it, and be it the server's own vacuuming.
  const sql = postgres(url, { max: 1 });
  await sql.unsafe(`alter database ${withTables} allow_connections false`);
  await sql.end();

  project.provide('postgres', { url, withTables });
  const siteFolder = mkdtempSync(join(tmpdir(), 'site-'));
  project.provide('siteFolder', siteFolder);
  return async () => {
    rmSync(siteFolder, { recursive: true, force: true });
    await server.stop();
  };
}
