import type { ChannelKind } from './channel.ts';

/** When a delivery is attempted again, and how long the queue waits for what. Tests shorten it. */
export type Timing = {
  /** An attempt is broken off after this time. */
  attemptMs: Record<ChannelKind, number>;
  /** The wait after the first failed attempt, the second, and so on; after the last one the delivery is dead. */
  retryDelaysMs: readonly number[];
  /** How often to look for leads that came into the table without this process (a hosted insert), and for due retries. */
  pollMs: number;
  /** What a lease lasts beyond the attempt's time limit: time to write down how it ended. */
  leaseMarginMs: number;
  /** The wait for a store that is unavailable. */
  storeWaitMs: number;
  /** What an attempt under way may still take when the process is asked to stop. */
  stopGraceMs: number;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Ten attempts over 75 hours: a channel may be down for three days, a long weekend, before a lead needs a person. */
export const usualTiming: Timing = {
  // Mail servers keep strangers waiting on purpose, often for half a minute.
  attemptMs: { telegram: 10 * second, email: 60 * second, webhook: 15 * second },
  retryDelaysMs: [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
  pollMs: 2 * second,
  leaseMarginMs: 20 * second,
  storeWaitMs: 2 * second,
  stopGraceMs: 5 * second,
};

/** No service may put a lead off longer than this: a mistaken `Retry-After` would amount to losing it. */
const longestRetryAfterMs = 24 * hour;

/** The other side's wish for silence, within reason. */
export function silenceMs(retryAfterMs = 0): number {
  return Math.min(Math.max(0, retryAfterMs), longestRetryAfterMs);
}

/**
 * The wait after failed attempt number `attempt` (the first is 1), or null when none is left. Ten per cent of
 * chance to either side, so that leads which failed together do not all come back in the same moment.
 */
export function retryDelayMs(
  { retryDelaysMs }: Timing,
  attempt: number,
  retryAfterMs?: number,
  random = Math.random,
): number | null {
  const delay = retryDelaysMs[attempt - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (0.9 + 0.2 * random()), silenceMs(retryAfterMs));
}
