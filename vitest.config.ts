import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

// Tests start the program dozens of times; their processes inherit this cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ['{content,contract,site,inbox,prerender,server,scripts,tests}/**/*.test.{ts,tsx}'],
      globalSetup: 'tests/global-setup.ts',
      setupFiles: 'tests/after-each-file.ts',
      // With a process per file, the same modules would be loaded a hundred times.
      isolate: false,
      // Half of the time is spent waiting for servers and databases.
      maxWorkers: Math.max(6, availableParallelism() - 1),
      // Real databases and servers need time on a busy machine.
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  }),
);
