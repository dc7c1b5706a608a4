import type { Timing } from '../../server/deliveries/timing.ts';

const everyChannel = (ms: number): Timing['attemptMs'] => ({ telegram: ms, email: ms, webhook: ms });

/** What a killed process was sending is free again soon, and what failed is tried again soon and often enough. */
export const hasty: Partial<Timing> = {
  attemptMs: everyChannel(2000),
  retryDelaysMs: Array(1000).fill(200),
  pollMs: 100,
  leaseMarginMs: 500,
  storeWaitMs: 200,
};

/** Retries come as soon, but an attempt that hangs does so for long: time to see whether others wait for it. */
export const enduring: Partial<Timing> = { ...hasty, attemptMs: everyChannel(20_000) };
