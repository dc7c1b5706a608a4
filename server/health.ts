import type { Context } from 'hono';
import type { Log } from './deliveries/channel.ts';
import type { Store } from './store/store.ts';

/** A check is a real write to disk: whoever asks more often than this is told the last outcome. */
const freshMs = 1000;

/** 200 only when a lead could be stored now. The log has the reason, once for each change. */
export function health(store: Store, log: Log) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let outcome: Promise<boolean> = Promise.resolve(false);
  let told = '';

  const check = async (): Promise<boolean> => {
    const trouble = await store.checkWritable().then(
      () => '',
      (error: Error) => error.message,
    );
    if (trouble && trouble !== told) log.error({ error: trouble }, 'The store cannot be written');
    if (told && !trouble) log.info('The store can be written again');
    told = trouble;
    return !trouble;
  };

  return async (c: Context): Promise<Response> => {
    if (performance.now() - checkedAt > freshMs) {
      checkedAt = performance.now();
      outcome = check();
    }
    return (await outcome) ? c.text('ok') : c.text('the store cannot be written', 503);
  };
}
