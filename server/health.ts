import type { Context } from 'hono';
import { kindOf, type Log } from './deliveries/channel.ts';
import { isIll } from './notices/illness.ts';
import type { Channel, Store } from './store/store.ts';

/** A check is work for the store, and a write: whoever asks more often than this is told the last outcome. */
export const freshMs = 5000;

/** One check at a time: however many ask a store that does not answer, they wait for the same one. */
function atMostOnce<Outcome>(check: () => Promise<Outcome>): () => Promise<Outcome> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let underWay = false;
  let outcome: Promise<Outcome>;
  return () => {
    if (!underWay && performance.now() - checkedAt > freshMs) {
      checkedAt = performance.now();
      underWay = true;
      outcome = check().finally(() => {
        underWay = false;
      });
    }
    return outcome;
  };
}

/** 200 only when a lead could be stored now. The log has the reason, once for each change. */
export function health(store: Store, log: Log) {
  let told = '';

  const check = atMostOnce(async (): Promise<boolean> => {
    const trouble = await store.checkWritable().then(
      () => '',
      (error: Error) => error.message,
    );
    if (trouble && trouble !== told) log.error({ error: trouble }, 'The database is not writable');
    if (told && !trouble) log.info('The database is writable again');
    told = trouble;
    return !trouble;
  });

  return async (c: Context): Promise<Response> =>
    (await check()) ? c.text('ok') : c.text('the database is not writable', 503);
}

/**
 * 200 while leads arrive. Otherwise the kinds of channels that are ill, or have leads they were given up on, which lasts
 * until somebody sends those again or erases them; and Telegram at once when the bot hears that it is put out, before any
 * lead fails. Anybody may ask: no address is told.
 */
export function deliveriesHealth(
  store: Pick<Store, 'notices' | 'telegram'>,
  channels: readonly Channel[],
  now = () => new Date(),
) {
  const check = atMostOnce(async (): Promise<string> => {
    const asked = Promise.all([store.notices.channelStates(channels), store.telegram.lastReport()]);
    const found = await asked.catch(() => null);
    if (!found) return 'the database is not readable';
    const [states, bot] = found;
    const isOut = bot?.state === 'token' || bot?.state === 'no-chat';
    const bad = states.filter(
      (state) => isIll(state, now()) || state.dead > 0 || (isOut && state.channel === 'telegram'),
    );
    return [...new Set(bad.map(({ channel }) => kindOf(channel)))].join(', ');
  });

  return async (c: Context): Promise<Response> => {
    const trouble = await check();
    return trouble ? c.text(trouble, 503) : c.text('ok');
  };
}
