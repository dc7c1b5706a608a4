import type { Context } from 'hono';
import type { Store } from './store/store.ts';

/** A check is a real write to disk: whoever asks more often than this is told the last outcome. */
const freshMs = 1000;

/** 200 only when a lead could be stored now. */
export function health(store: Store) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let outcome: Promise<boolean> = Promise.resolve(false);
  return async (c: Context): Promise<Response> => {
    if (performance.now() - checkedAt > freshMs) {
      checkedAt = performance.now();
      outcome = store.checkWritable().then(
        () => true,
        () => false,
      );
    }
    return (await outcome) ? c.text('ok') : c.text('the store cannot be written', 503);
  };
}
