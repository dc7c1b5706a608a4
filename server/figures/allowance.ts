import type { RateLimitSetting } from '../submissions/rate-limit.ts';

/** More than come within a window; who comes later shares what is left. */
const mostClients = 50_000;

/**
 * How often one client may do a thing within a time, counted in this process and forgotten with the window. Unlike the limit
 * of submissions it answers at once: it is asked for every visit, and what it refuses is a count, not a lead.
 */
export function createAllowance({ points, seconds }: RateLimitSetting, now = () => performance.now()) {
  let taken = new Map<string, number>();
  let until = Number.NEGATIVE_INFINITY;

  return function take(client: string): boolean {
    if (now() >= until) {
      until = now() + seconds * 1000;
      taken = new Map();
    }
    const key = taken.has(client) || taken.size < mostClients ? client : '';
    const before = taken.get(key) ?? 0;
    if (before >= points) return false;
    taken.set(key, before + 1);
    return true;
  };
}
