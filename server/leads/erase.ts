import { dayMs } from '#contract/tashkent-time.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { row, sql } from '#server/db/sql.ts';
import { getState, putState } from '#server/db/state.ts';
import { normaliseRef } from './ref.ts';
import { countLeads } from './sums.ts';

/** Delivery is retried for three days; a lead must not be erased before that. */
export const minRetentionDays = 4;

/** Up to this many expired leads are erased even if they are more than half of all. */
const alwaysErasable = 10;

/** Returns false when there is no such lead. */
export async function eraseLead(db: Db, typedRef: string): Promise<boolean> {
  const isErased = await db.transaction(async (db) => {
    const lead = await db.get<{ id: number; ref: string }>(
      sql`select id, ref from contact_submissions where ref = ${normaliseRef(typedRef)}`,
    );
    if (!lead) return false;
    await db.run(sql`delete from contact_submissions where id = ${lead.id}`);
    // Makes open inboxes refetch their leads.
    const event = row({ ref: lead.ref, at: new Date().toISOString(), kind: 'erased' });
    await db.run(sql`insert into lead_events ${event}`);
    await putState(db, 'erased', null);
    return true;
  });
  // At night `removeErasedTraces` clears the database file as well.
  if (isErased) await db.clean('wal').catch(() => {});
  return isErased;
}

/** When a lead was last erased: an older list of all leads still contains it. */
export const lastErasedAt = async (db: Queries): Promise<string | null> =>
  (await getState(db, 'erased'))?.at ?? null;

/** Refuses to erase more than half of all leads at once: then the clock or the setting is wrong. */
export async function eraseExpired(
  db: Db,
  days: number,
  now = new Date(),
): Promise<{ erased: number } | { refused: number }> {
  const before = new Date(now.getTime() - days * dayMs);
  const old = await db.all<{ ref: string }>(
    sql`select ref from contact_submissions where created_at < ${before.toISOString()} order by id`,
  );
  const { all } = await countLeads(db);
  if (old.length > alwaysErasable && old.length > all / 2) return { refused: old.length };
  for (const { ref } of old) await eraseLead(db, ref);
  return { erased: old.length };
}

/** Removes erased text from SQLite's file, and references of erased leads after a day. */
export async function removeErasedTraces(db: Db, now = new Date()): Promise<void> {
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  await db.run(sql`delete from lead_events where kind = 'erased' and at < ${yesterday}`);
  await db.clean('file');
}
