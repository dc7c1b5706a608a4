/**
 * Test files share their modules: what one of them leaves changed would be found by the next. A hook in a shared module would
 * belong to the first file alone; this is run for each.
 */
import { afterAll, vi } from 'vitest';
import { removeDists } from './example-dist.ts';
import { dropDatabases } from './shared-postgres.ts';

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  removeDists();
  await dropDatabases();
});
