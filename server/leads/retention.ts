import { statSync } from 'node:fs';
import type { Db } from '../db/db.ts';
import { countBefore, eraseBefore } from './erase.ts';
import { countLeads } from './find.ts';

const dayMs = 24 * 3_600_000;

/** Delivery is retried for a little more than three days; a lead is not erased before that. */
export const leastRetentionDays = 4;

/** When the program was installed. A clock that shows an earlier time is wrong. */
export const installedAt = statSync(import.meta.filename).mtime;

/** Fewer leads than this may always be erased at once, so that a small or old database empties as promised. */
const few = 10;

export type RetentionResult = { erased: number } | { refused: 'clock' | 'half'; leads: number };

/**
 * Erases leads older than so many days. Refuses when the clock is before the installation, or when more than half of all
 * leads would go at once: then the clock or the setting is wrong, and erased leads do not come back.
 */
export async function applyRetention(
  db: Db,
  { days, channels, now = new Date() }: { days: number; channels: readonly string[]; now?: Date },
): Promise<RetentionResult> {
  const before = new Date(now.getTime() - days * dayMs);
  const [old, { all }] = await Promise.all([countBefore(db, before), countLeads(db)]);
  if (now < installedAt) return { refused: 'clock', leads: old };
  if (old > few && old > all / 2) return { refused: 'half', leads: old };
  return { erased: await eraseBefore(db, before, channels) };
}
