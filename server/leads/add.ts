import { tashkentDate } from '../../contract/tashkent-time.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import type { Lead, NewLead } from './lead.ts';
import { newRef } from './ref.ts';
import { searchText } from './search.ts';

/** `stored` is false when the idempotency key was seen before: nothing was written. */
export type Added = { ref: string; stored: boolean };

/** When the promise resolves, the lead is on disk. */
export function addLead(db: Db, { idempotencyKey, ...lead }: NewLead, now = new Date()): Promise<Added> {
  const ref = newRef();
  const at = now.toISOString();
  const columns = row({
    ...{ ref, ...lead, idempotency_key: idempotencyKey, created_at: at },
    ...{ day: tashkentDate(now), search: searchText({ ref, ...lead }) },
  });
  return db.transaction(async (db) => {
    const stored = await db.get<{ id: number }>(
      sql`insert into contact_submissions ${columns} on conflict (idempotency_key) do nothing returning id`,
    );
    if (stored) {
      await db.run(sql`insert into lead_events ${row({ lead_id: stored.id, ref, at, kind: 'added' })}`);
      return { ref, stored: true };
    }
    const earlier = await db.get<{ ref: string }>(
      sql`select ref from contact_submissions where idempotency_key = ${idempotencyKey}`,
    );
    if (!earlier) throw new DatabaseUnavailable('The lead with this key was erased just now.');
    return { ref: earlier.ref, stored: false };
  });
}

type RawLead = Pick<Lead, 'id' | 'ref' | 'name' | 'phone' | 'email' | 'message'> & { created_at: string };

/** Completes leads that a static site wrote straight into the table. Answers how many there were. */
export async function completeLeads(db: Db): Promise<number> {
  const leads = await db.all<RawLead>(
    sql`select id, ref, name, phone, email, message, created_at from contact_submissions where search is null
      and enqueued_at is null order by id limit 100`,
  );
  for (const lead of leads)
    await db.transaction(async (db) => {
      const isFirst = await db.run(
        sql`update contact_submissions set search = ${searchText(lead)} where id = ${lead.id} and search is null`,
      );
      if (isFirst === 0) return;
      const { id, ref, created_at } = lead;
      await db.run(sql`insert into lead_events ${row({ lead_id: id, ref, at: created_at, kind: 'added' })}`);
    });
  return leads.length;
}
