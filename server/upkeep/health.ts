import type { Context } from 'hono';
import type { Queries } from '#server/db/db.ts';
import { type Channel, channelType } from '#server/outbox/channel.ts';
import { channelStates, hasFailedLong } from '#server/outbox/channel-state.ts';
import type { ThrottledLog } from '#server/runtime/log.ts';
import { botStatus } from '#server/telegram/bot-state.ts';

export function health(checkWritable: () => Promise<void>, log: ThrottledLog) {
  return async (c: Context): Promise<Response> => {
    try {
      await checkWritable();
      return c.text('ok');
    } catch (error) {
      log.error({ error: (error as Error).message }, 'The database is not writable');
      return c.text('the database is not writable', 503);
    }
  };
}

/** The kinds of channels that do not deliver. */
export async function failingTypes(db: Queries, channels: readonly Channel[]): Promise<string[]> {
  const [states, bot] = await Promise.all([channelStates(db, channels), botStatus(db)]);
  const isRefused = bot.state === 'bad-token' || bot.state === 'no-access';
  const bad = states.filter(
    (state) => hasFailedLong(state) || state.dead > 0 || (isRefused && state.channel === 'telegram'),
  );
  return [...new Set(bad.map(({ channel }) => channelType(channel)))];
}

/** The answer is public, so it may be this old: asking often costs nothing. */
const maxAgeMs = 5000;

/** 503 names the kinds of channels that do not deliver, and no recipient. */
export function deliveriesHealth(db: Queries, channels: readonly Channel[]) {
  let answer: { at: number; failing: Promise<string[]> } | null = null;
  return async (c: Context): Promise<Response> => {
    if (!answer || performance.now() - answer.at > maxAgeMs)
      answer = { at: performance.now(), failing: failingTypes(db, channels) };
    const failing = await answer.failing;
    return failing.length > 0 ? c.text(failing.join(', '), 503) : c.text('ok');
  };
}
