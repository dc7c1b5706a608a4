/** Test files share their modules (`isolate: false`), so each one undoes its mocks. */
import { afterAll, vi } from 'vitest';
import { removeDists } from './example-dist.ts';

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  removeDists();
});
