import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ['{content,contract,site,inbox,prerender,server,scripts,tests}/**/*.test.{ts,tsx}'],
      exclude: ['tests/e2e/**', '**/node_modules/**'],
      globalSetup: 'tests/start-shared-postgres.ts',
      // Half of the time is waiting for servers and databases: with four on two processors, one of these stood idle for a
      // third of it.
      maxWorkers: Math.max(6, availableParallelism() - 1),
      // The tests start the project's programs hundreds of times: three quarters of that is reading the same sources anew.
      env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
      // Real databases and servers are started in here: on a busy machine with two cores they take their time.
      // One that needed it is listed with `retry`.
      retry: 1,
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  }),
);
