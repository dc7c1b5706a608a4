import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from './process.ts';

/** Does the work at once and again after each wait, until stopped. `work` must not throw. */
export function repeat(work: (signal: AbortSignal) => Promise<void>, waitMs: () => number): Running {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal);
      await sleep(waitMs(), undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
