import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { addLead } from '#server/leads/add.ts';
import { findLeadById, findLeadParts } from '#server/leads/find.ts';
import type { Lead, NewLead } from '#server/leads/lead.ts';

export const exampleLead = (changes: Partial<Lead> = {}): Lead => ({
  id: 1,
  version: 0,
  telegramId: null,
  changedBy: null,
  ref: 'K7Q2-9F3D',
  name: 'Dilnoza Karimova',
  phone: '+998 90 123 45 67',
  email: 'dilnoza@example.uz',
  message: 'Salom!\nItaliya haqida soʻramoqchi edim.',
  language: 'uz',
  source: null,
  campaign: null,
  spam: false,
  status: 'new',
  createdAt: '2026-10-31T20:05:09.876Z',
  remindAt: null,
  dial: '+998901234567',
  excerpt: 'Salom!',
  ...changes,
});

/** The example lead before it is stored. */
export function newLead(changes: Partial<NewLead> = {}): NewLead {
  const { name, phone, email, message, language, source, campaign, spam } = exampleLead();
  return { name, phone, email, message, language, source, campaign, spam, idempotencyKey: null, ...changes };
}

/** Stores the example lead. `at`: the time of submission. */
export async function storeLead(db: Db, changes: Partial<NewLead> = {}, at?: Date): Promise<Lead> {
  const { ref } = await addLead(db, newLead(changes), at);
  const stored = await db.get<{ id: number }>(sql`select id from contact_submissions where ref = ${ref}`);
  return (await findLeadById(db, stored?.id as number)) as Lead;
}

/** Newest first. */
export const allLeads = async (db: Db): Promise<Lead[]> =>
  (await Array.fromAsync(findLeadParts(db, {}))).flat();
