import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ['{content,contract,site,server,scripts,tests}/**/*.test.{ts,tsx}'],
      exclude: ['tests/e2e/**'],
      // Real databases and servers are started in here: on a busy machine with two cores they take their time.
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  }),
);
