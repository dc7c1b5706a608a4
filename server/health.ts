import type { Context } from 'hono';
import { hasFailedLong } from './alerts/digest.ts';
import type { Db } from './db/db.ts';
import { botReport } from './outbox/bot-state.ts';
import { type Channel, kindOf, type Log } from './outbox/channel.ts';
import { channelStates } from './outbox/channel-state.ts';

/** More frequent requests get the last result. */
const freshMs = 5000;

function throttle<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let result: Promise<Result>;
  return () => {
    if (performance.now() - checkedAt > freshMs) {
      checkedAt = performance.now();
      result = check();
    }
    return result;
  };
}

/** 200 only if a lead could be stored now. The log has the reason, once for each change. */
export function health(checkWritable: () => Promise<void>, log: Log) {
  let last = '';
  const check = throttle(async (): Promise<boolean> => {
    const trouble = await checkWritable().then(
      () => '',
      (error: Error) => error.message,
    );
    if (trouble && trouble !== last) log.error({ error: trouble }, 'The database is not writable');
    if (last && !trouble) log.info('The database is writable again');
    last = trouble;
    return !trouble;
  });
  return async (c: Context): Promise<Response> =>
    (await check()) ? c.text('ok') : c.text('the database is not writable', 503);
}

/**
 * 200 while leads arrive. Otherwise the kinds of channels that fail, or that gave up on leads nobody has sent again or erased
 * yet, and Telegram as soon as the bot is refused. Anybody may ask, so no address is named.
 */
export function deliveriesHealth(db: Db, channels: readonly Channel[]) {
  const check = throttle(async (): Promise<string> => {
    const asked = Promise.all([channelStates(db, channels), botReport(db)]);
    const found = await asked.catch(() => null);
    if (!found) return 'the database is not readable';
    const [states, bot] = found;
    const isRefused = bot.state === 'token' || bot.state === 'no-chat';
    const bad = states.filter(
      (state) =>
        hasFailedLong(state, new Date()) || state.dead > 0 || (isRefused && state.channel === 'telegram'),
    );
    return [...new Set(bad.map(({ channel }) => kindOf(channel)))].join(', ');
  });
  return async (c: Context): Promise<Response> => {
    const trouble = await check();
    return trouble ? c.text(trouble, 503) : c.text('ok');
  };
}
