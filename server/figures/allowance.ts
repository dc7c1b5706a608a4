import { createHmac, randomBytes } from 'node:crypto';
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

const cells = 65_536;

/**
 * How many new names one client may bring a day. That is far longer than anything else is known of a client, so nothing is
 * kept that could be led back to one: a client is one of so many cells, by a key that is drawn anew each day and told to nobody.
 * Two who share a cell share what is left.
 */
export function createNameAllowance(namesPerDay: number, now = () => performance.now()) {
  const taken = new Uint8Array(cells);
  let key = randomBytes(16);
  let until = now() + dayMs;

  return function take(client: string): boolean {
    if (now() >= until) {
      until = now() + dayMs;
      key = randomBytes(16);
      taken.fill(0);
    }
    const cell = createHmac('sha256', key).update(client).digest().readUInt16BE();
    const before = taken[cell] ?? 0;
    if (before >= namesPerDay) return false;
    taken[cell] = before + 1;
    return true;
  };
}
const dayMs = 24 * 3_600_000;
