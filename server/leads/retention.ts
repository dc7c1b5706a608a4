import type { Db } from '../db/db.ts';
import { eraseBefore } from './erase.ts';
import { countLeads } from './find.ts';

const dayMs = 24 * 3_600_000;

/** Delivery is retried for three days; a lead must not be erased before that. */
export const leastRetentionDays = 4;

/** A small or old database must empty as promised. */
const alwaysErasable = 10;

/** Refuses to erase more than half of all leads at once: then the clock or the setting is wrong. */
export async function applyRetention(
  db: Db,
  days: number,
  now = new Date(),
): Promise<{ erased: number } | { refused: number }> {
  const before = new Date(now.getTime() - days * dayMs);
  const { all: old } = await countLeads(db, { before });
  const { all } = await countLeads(db);
  if (old > alwaysErasable && old > all / 2) return { refused: old };
  return { erased: await eraseBefore(db, before) };
}
