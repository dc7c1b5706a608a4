import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import { queueDeletions } from './messages.ts';
import { normaliseRef } from './ref.ts';

/** `deletions`: keys of the outbox rows that delete its Telegram messages. */
export type Erased = { deletions: string[] };

/** Null when there is no such lead. Its text is gone from every answer at once, and from the files after `cleanFile`. */
export async function eraseLead(db: Db, ref: string): Promise<Erased | null> {
  const erased = await db.transaction(async (db) => {
    const lead = await db.get<{ id: number; ref: string }>(
      sql`select id, ref from contact_submissions where ref = ${normaliseRef(ref)}`,
    );
    return lead ? { deletions: await erase(db, lead) } : null;
  });
  // What this leaves behind, `cleanFile` removes at night.
  if (erased) await db.clean('log').catch(() => {});
  return erased;
}

export async function countBefore(db: Db, time: Date): Promise<number> {
  const row = await db.get<{ leads: number }>(
    sql`select count(*) as leads from contact_submissions where created_at < ${time.toISOString()}`,
  );
  return row?.leads ?? 0;
}

const eraseAtOnce = 100;

/** Erases older leads. Answers how many there were. */
export async function eraseBefore(db: Db, time: Date): Promise<number> {
  for (let erased = 0; ; ) {
    // In portions, so that visitors who write meanwhile wait for one of them only.
    const portion = await db.transaction(async (db) => {
      const leads = await db.all<{ id: number; ref: string }>(
        sql`select id, ref from contact_submissions where created_at < ${time.toISOString()}
          order by id limit ${eraseAtOnce}`,
      );
      for (const lead of leads) await erase(db, lead);
      return leads.length;
    });
    erased += portion;
    if (portion < eraseAtOnce) return erased;
  }
}

async function erase(db: Db, { id, ref }: { id: number; ref: string }): Promise<string[]> {
  const at = new Date().toISOString();
  const deletions = await queueDeletions(db, { id, ref });
  await db.run(sql`delete from contact_submissions where id = ${id}`);
  // Open inboxes learn of it.
  await db.run(sql`insert into lead_events ${row({ ref, at, kind: 'erased' })}`);
  return deletions;
}

const dayMs = 24 * 3_600_000;

/** Rewrites SQLite's file without what was erased, and forgets references of erased leads after a day. */
export async function cleanFile(db: Db, now = new Date()): Promise<void> {
  const yesterday = new Date(now.getTime() - dayMs).toISOString();
  await db.run(sql`delete from lead_events where kind = 'erased' and at < ${yesterday}`);
  await db.clean('file');
}
