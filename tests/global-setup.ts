/** Runs once before all tests. `shared-postgres.ts` and `built-site.ts` read the provided values. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The parent folder of the site that `built-site.ts` builds. */
    siteFolder: string;
  }
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  const siteFolder = mkdtempSync(join(tmpdir(), 'site-'));
  project.provide('siteFolder', siteFolder);
  return async () => {
    rmSync(siteFolder, { recursive: true, force: true });
    await postgres.stop();
  };
}
