/** Test files share their modules, so each must leave nothing changed for the next. */
import { afterAll, vi } from 'vitest';
import { removeDists } from './example-dist.ts';

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  removeDists();
});
