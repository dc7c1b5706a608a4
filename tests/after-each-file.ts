/** Test files share their modules, and a hook in one of those would belong to the first file alone; this is run for each. */
import { afterAll } from 'vitest';
import { dropDatabases } from './shared-postgres.ts';

afterAll(dropDatabases);
