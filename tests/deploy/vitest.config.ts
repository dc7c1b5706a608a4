import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['*.deploy.ts'],
    // Each step needs the one before.
    bail: 1,
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
