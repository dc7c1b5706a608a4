import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import viteConfig from './vite.config.ts';

// The tests start the project's programs and threads hundreds of times: three quarters of that is reading the same sources
// anew. Here and not in `env`, so that it is there when the tests' own processes start: their threads ask for it, too.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Not the largest files, which Vitest would begin with, but those that take longest: begun last, they would be waited for alone. */
const longest = [
  'tests/no-lead-lost',
  'server/telegram/kill',
  'server/cli/leads',
  'tests/expressions',
  'server/telegram/bot',
  'tests/two-servers',
  'server/store/postgres',
  'server/deliveries/deliveries',
  'server/deliveries/kill',
  'server/submissions/any-text',
  'tests/fuzz',
].map((name) => join(import.meta.dirname, `${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => longest.indexOf(moduleId) + 1 || longest.length + 1;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ['{content,contract,site,inbox,prerender,server,scripts,tests}/**/*.test.{ts,tsx}'],
      exclude: ['tests/e2e/**', '**/node_modules/**'],
      globalSetup: 'tests/start-shared-postgres.ts',
      setupFiles: 'tests/after-each-file.ts',
      sequence: { sequencer: LongestFirst },
      // A process for each of them would read the same modules anew a hundred times, a sixth of all the work.
      isolate: false,
      // Half of the time is waiting for servers and databases: with four on two processors, one of these stood idle for a
      // third of it.
      maxWorkers: Math.max(6, availableParallelism() - 1),
      // Real databases and servers are started in here: on a busy machine with two cores they take their time.
      // One that needed it is listed with `retry`.
      retry: 1,
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  }),
);
