import type { Db } from '../db/db.ts';
import { countBefore, eraseBefore } from './erase.ts';
import { countLeads } from './find.ts';

const dayMs = 24 * 3_600_000;

/** Delivery is retried for a little more than three days; a lead must not be erased before that. */
export const leastRetentionDays = 4;

/** Fewer leads than this may always be erased at once, so that a small or old database empties as promised. */
const few = 10;

/** `refused`: how many leads would have been erased. */
export type RetentionResult = { erased: number } | { refused: number };

/**
 * Erases leads older than so many days. Refuses when more than half of all leads would go at once: then the clock or the
 * setting is wrong, and erased leads do not come back.
 */
export async function applyRetention(db: Db, days: number, now = new Date()): Promise<RetentionResult> {
  const before = new Date(now.getTime() - days * dayMs);
  const [old, { all }] = await Promise.all([countBefore(db, before), countLeads(db)]);
  if (old > few && old > all / 2) return { refused: old };
  return { erased: await eraseBefore(db, before) };
}
