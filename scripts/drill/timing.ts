import type { Timing } from '../../server/deliveries/timing.ts';

/** Attempts that are broken off soon and made again soon, as often as a scenario may need. */
export const hasty: Partial<Timing> = {
  attemptMs: { telegram: 2000, email: 2000, webhook: 2000 },
  retryDelaysMs: Array(1000).fill(200),
  pollMs: 100,
  leaseMarginMs: 500,
  storeWaitMs: 200,
};
