import type { ChannelKind } from './channel.ts';

/** How long the outbox waits for what. Tests shorten it. */
export type Timing = {
  /** An attempt is broken off after this time. */
  attemptMs: Record<ChannelKind, number>;
  /** The wait after the first failed attempt, the second, and so on; after the last one the message is dead. */
  retryDelaysMs: readonly number[];
  /** How often to look for new leads of a hosted project and for due retries. */
  pollMs: number;
  /** A lease outlasts its attempt by this, to record the result. */
  leaseMarginMs: number;
  databaseWaitMs: number;
  /** What a running attempt may still take when the process stops. */
  stopGraceMs: number;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Ten attempts in 75 hours: a channel may be down over a long weekend. */
export const usualTiming: Timing = {
  // Mail servers often keep unknown senders waiting for half a minute.
  attemptMs: { telegram: 10 * second, email: 60 * second, webhook: 15 * second },
  retryDelaysMs: [
    ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
    ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
  ],
  pollMs: 2 * second,
  leaseMarginMs: 20 * second,
  databaseWaitMs: 2 * second,
  stopGraceMs: 5 * second,
};

/** A mistaken `Retry-After` must not put leads off for longer than this. */
const longestPauseMs = 24 * hour;
export const pauseMs = (retryAfterMs = 0) => Math.min(Math.max(0, retryAfterMs), longestPauseMs);

/**
 * The wait after failed attempt number `attempt` (the first is 1); null when none is left. It varies by 10 %, so that
 * messages which failed together do not all come back in the same moment.
 */
export function retryDelayMs(
  { retryDelaysMs }: Timing,
  attempt: number,
  retryAfterMs?: number,
): number | null {
  const delay = retryDelaysMs[attempt - 1];
  if (delay === undefined) return null;
  return Math.max(delay * (0.9 + 0.2 * Math.random()), pauseMs(retryAfterMs));
}
