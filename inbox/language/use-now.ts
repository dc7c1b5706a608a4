import { useSyncExternalStore } from 'react';

const step = 30_000;

/** The present time, in steps that ages are told in: one clock for all who ask. */
export const useNow = () => useSyncExternalStore(tick, () => Math.floor(Date.now() / step) * step + step);

function tick(told: () => void): () => void {
  const timer = setInterval(told, 1000);
  return () => clearInterval(timer);
}
