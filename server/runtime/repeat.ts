export type Running = { stop(): Promise<void> };

/** Runs `work` at once, then again after each wait or on `wake`, until stopped. `work` must not throw. */
export function repeat(work: (stopping: AbortSignal) => Promise<void>, waitMs: () => number) {
  const stopping = new AbortController();
  let alarm = Promise.withResolvers<void>();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      alarm = Promise.withResolvers();
      await work(stopping.signal);
      const timer = setTimeout(alarm.resolve, waitMs());
      await alarm.promise;
      clearTimeout(timer);
    }
  })();
  return {
    wake: () => alarm.resolve(),
    async stop() {
      stopping.abort();
      alarm.resolve();
      await ended;
    },
  };
}
