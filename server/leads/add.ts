import { setTimeout as sleep } from 'node:timers/promises';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import type { NewLead } from './lead.ts';
import { newRef } from './ref.ts';
import { searchText } from './search.ts';

const patienceMs = 5000;

/** `stored` is false when the idempotency key was seen before: nothing was written. */
export type Added = { ref: string; stored: boolean };

/** When the promise resolves, the lead is on disk. */
export async function addLead(db: Db, lead: NewLead, now = new Date()): Promise<Added> {
  // With a key a repeated insert cannot store the lead twice, so a database that restarts is only a pause.
  for (const deadline = performance.now() + (lead.idempotencyKey ? patienceMs : 0); ; await sleep(200))
    try {
      return await db.transaction((db) => insertLead(db, lead, now));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error;
    }
}

async function insertLead(db: Db, { idempotencyKey, ...lead }: NewLead, now: Date): Promise<Added> {
  const ref = newRef();
  const at = now.toISOString();
  const columns = row({
    ...{ ref, ...lead, idempotency_key: idempotencyKey, created_at: at },
    ...{ day: tashkentDate(now), search: searchText({ ref, ...lead }) },
  });
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
  if (!earlier) throw new DatabaseUnavailable('Another request is storing this lead right now.');
  return { ref: earlier.ref, stored: false };
}

/** Completes leads that a static site wrote straight into the table. Answers how many there were. */
export async function completeLeads(db: Db): Promise<number> {
  const leads = await db.all<
    { id: number; ref: string; created_at: string } & Parameters<typeof searchText>[0]
  >(
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
