import { tashkentDate } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { row, sql } from '#server/db/sql.ts';
import type { Lead, NewLead } from './lead.ts';
import { newRef } from './ref.ts';
import { searchText } from './search.ts';

/** `stored`: false when the idempotency key was seen before. */
type Added = { ref: string; stored: boolean };

export function addLead(db: Db, { idempotencyKey, ...lead }: NewLead, now = new Date()): Promise<Added> {
  const ref = newRef();
  const at = now.toISOString();
  const [day, search] = [tashkentDate(now), searchText({ ref, ...lead })];
  const values = row({
    ref,
    ...lead,
    idempotency_key: idempotencyKey,
    created_at: at,
    seen_at: at,
    day,
    search,
  });
  return db.transaction(async (db) => {
    // The update changes nothing; it makes the database return the earlier lead.
    const [lead] = await db.all<{ id: number; ref: string }>(
      sql`insert into contact_submissions ${values} on conflict (idempotency_key)
        do update set ref = contact_submissions.ref returning id, ref`,
    );
    const stored = lead?.ref === ref;
    if (stored)
      await db.run(sql`insert into lead_events ${row({ lead_id: lead.id, ref, at, kind: 'added' })}`);
    return { ref: lead?.ref ?? ref, stored };
  });
}

type RawLead = Pick<Lead, 'id' | 'ref' | 'name' | 'phone' | 'email' | 'message'> & { created_at: string };

/** Adds search text and history to leads that a static site inserted through Supabase. Returns their number. */
export async function completeSupabaseLeads(db: Db): Promise<number> {
  const leads = await db.all<RawLead>(
    sql`select id, ref, name, phone, email, message, created_at from contact_submissions where seen_at is null
      order by id limit 100`,
  );
  for (const lead of leads)
    await db.transaction(async (db) => {
      const changed = await db.run(
        sql`update contact_submissions set search = ${searchText(lead)}, seen_at = ${new Date().toISOString()}
          where id = ${lead.id} and seen_at is null`,
      );
      if (changed === 0) return;
      const { id, ref, created_at } = lead;
      await db.run(sql`insert into lead_events ${row({ lead_id: id, ref, at: created_at, kind: 'added' })}`);
    });
  return leads.length;
}
