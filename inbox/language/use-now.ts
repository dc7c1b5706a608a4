import { useSyncExternalStore } from 'react';

/** The steps in which ages are told. */
const stepMs = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all who ask. */
function listen(told: () => void): () => void {
  listeners.add(told);
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, 1000);
  return () => {
    listeners.delete(told);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present time; whoever asks is rendered again when the next step has come. */
export const useNow = () => useSyncExternalStore(listen, () => Math.ceil(Date.now() / stepMs) * stepMs);
