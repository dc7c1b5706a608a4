import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import { queueDeletions } from './messages.ts';
import { normaliseRef } from './ref.ts';

/** Returns the keys of the outbox rows that delete its Telegram messages; null when there is no such lead. */
export async function eraseLead(db: Db, ref: string): Promise<string[] | null> {
  const erased = await db.transaction(async (db) => {
    const lead = await db.get<{ id: number; ref: string }>(
      sql`select id, ref from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    return lead ? await erase(db, lead) : null;
  });
  // What this leaves behind, `cleanFile` removes at night.
  if (erased) await db.clean('log').catch(() => {});
  return erased;
}

const eraseBatchSize = 100;

/** Erases older leads and returns their number. */
export async function eraseBefore(db: Db, time: Date): Promise<number> {
  for (let erased = 0; ; ) {
    // In portions, so that other requests do not wait long.
    const portion = await db.transaction(async (db) => {
      const leads = await db.all<{ id: number; ref: string }>(
        sql`select id, ref from contact_submissions where created_at < ${time.toISOString()}
          order by id limit ${eraseBatchSize}`,
      );
      for (const lead of leads) await erase(db, lead);
      return leads.length;
    });
    erased += portion;
    if (portion < eraseBatchSize) return erased;
  }
}

async function erase(db: Db, { id, ref }: { id: number; ref: string }): Promise<string[]> {
  const at = new Date().toISOString();
  const deletions = await queueDeletions(db, { id, ref });
  await db.run(sql`delete from contact_submissions where id = ${id}`);
  // Changes the revision.
  await db.run(sql`insert into lead_events ${row({ ref, at, kind: 'erased' })}`);
  return deletions;
}

const dayMs = 24 * 3_600_000;

/** Removes erased text from SQLite's file, and references of erased leads after a day. */
export async function cleanFile(db: Db, now = new Date()): Promise<void> {
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  await db.run(sql`delete from lead_events where kind = 'erased' and at < ${yesterday}`);
  await db.clean('file');
}
