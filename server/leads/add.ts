import { minuteMs, tashkentDate } from '#contract/tashkent-time.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { isoNow, row, sql } from '#server/db/sql.ts';
import type { Lead, NewLead } from './lead.ts';
import { dialableNumber } from './phone.ts';
import { newRef } from './ref.ts';
import { searchText } from './search.ts';

/** `stored`: false when the same was added before. */
type Added = { ref: string; stored: boolean };

/** `by`: the person who adds it, or to whom a direct message was written; null for a visitor. */
export const addLead = (db: Db, lead: NewLead, now = new Date(), by: string | null = null): Promise<Added> =>
  db.transaction((db) => insertLead(db, lead, now, by));

async function insertLead(
  db: Queries,
  { idempotencyKey, telegramId = null, ...lead }: NewLead,
  now: Date,
  by: string | null,
): Promise<Added> {
  const ref = newRef();
  const at = now.toISOString();
  const values = row({
    ref,
    ...lead,
    telegram_id: telegramId,
    changed_by: telegramId ? null : by,
    idempotency_key: idempotencyKey,
    created_at: at,
    seen_at: at,
    day: tashkentDate(now),
    search: searchText({ ref, ...lead }),
  });
  // The update changes nothing; it makes the database return the earlier lead.
  const [added] = await db.all<{ id: number; ref: string }>(
    sql`insert into contact_submissions ${values} on conflict (idempotency_key)
      do update set ref = contact_submissions.ref returning id, ref`,
  );
  const stored = added?.ref === ref;
  if (stored)
    await db.run(sql`insert into lead_events ${row({ lead_id: added.id, ref, at, who: by, kind: 'added' })}`);
  return { ref: added?.ref ?? ref, stored };
}

/** Some people send the form again when nobody calls at once. */
const sameMessageMs = 10 * minuteMs;

/** A form that was sent. The same message from the same number a few minutes ago is the same lead. */
export function addSubmission(db: Db, lead: NewLead): Promise<Added> {
  const dial = dialableNumber(lead.phone);
  return db.transaction(async (db) => {
    const recent = await db.all<{ ref: string; phone: string }>(
      sql`select ref, phone from contact_submissions where seen_at > ${isoNow(-sameMessageMs)}
        and message = ${lead.message} order by id`,
    );
    const same = dial && recent.find(({ phone }) => dialableNumber(phone) === dial);
    return same ? { ref: same.ref, stored: false } : insertLead(db, lead, new Date(), null);
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
        sql`update contact_submissions set search = ${searchText(lead)}, seen_at = ${isoNow()}
          where id = ${lead.id} and seen_at is null`,
      );
      if (changed === 0) return;
      const { id, ref, created_at } = lead;
      await db.run(sql`insert into lead_events ${row({ lead_id: id, ref, at: created_at, kind: 'added' })}`);
    });
  return leads.length;
}
