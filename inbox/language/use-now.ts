import { useSyncExternalStore } from 'react';

let now = Date.now();
const listeners = new Set<() => void>();

/** One clock for everything that shows an age. */
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, 30_000);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
