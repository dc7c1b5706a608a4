import type { ChannelState } from './notice-store.ts';

const minuteMs = 60_000;
/** A channel may stumble: people are told of one that has failed for so long. */
export const illAfterMs = 15 * minuteMs;
/** Clocks differ by little. */
const toleranceMs = 10 * minuteMs;

export function isIll(
  { failingSince, owed }: Pick<ChannelState, 'failingSince' | 'owed'>,
  now: Date,
): boolean {
  if (!failingSince || !owed) return false;
  const ms = now.getTime() - failingSince.getTime();
  // A beginning that lies ahead was written down while the clock was: nobody knows how long ago.
  return ms >= illAfterMs || ms < -toleranceMs;
}
