import { type LeadStatus, noteLimit, type StatusEvent } from '#contract/inbox.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { row, type Sql, sql } from '#server/db/sql.ts';
import { findLeadRecord, type LeadRecord } from './find.ts';
import { normaliseRef } from './ref.ts';

/** `dedupeKey`: the Telegram update or the browser's request. A second change with the same key does nothing. */
export type Actor = { who: string; dedupeKey?: string | undefined };

export type ChangeResult =
  | { ok: true; lead: LeadRecord }
  | { ok: false; reason: 'not-found' }
  /** `last`: what somebody else has just done; null when unknown. */
  | { ok: false; reason: 'conflict'; lead: LeadRecord; last: StatusEvent | null };

/** Changes nothing when the status is no longer `from`. A client or lost lead needs no reminder. */
export async function changeStatus(
  db: Db,
  ref: string,
  { from, to }: { from: LeadStatus; to: LeadStatus },
  actor: Actor,
): Promise<ChangeResult> {
  const decided = to === 'client' || to === 'lost';
  const update = sql`update contact_submissions set status = ${to} ${decided ? sql`, remind_at = null` : sql``}
    where ref = ${normaliseRef(ref)} and status = ${from} and status <> ${to} returning id, ref`;
  const changed = await change(db, ref, update, { kind: 'status', old_value: from, new_value: to }, actor);
  if (!changed.ok) return changed;
  const { lead } = changed;
  const last = lead.events.findLast((event) => event.kind === 'status') ?? null;
  // The same person's second identical request is no conflict.
  const isDone = lead.status === to && (from === to || last?.who === actor.who);
  return isDone ? changed : { ok: false, reason: 'conflict', lead, last };
}

/** Null when a note is empty, too long or cannot be stored. */
export function readNote(typed: string): string | null {
  const text = typed.trim();
  const fits = text.length > 0 && [...text].length <= noteLimit;
  return fits && text.isWellFormed() && !text.includes('\0') ? text : null;
}

/** `text`: from `readNote`. */
export function addNote(db: Db, ref: string, text: string, actor: Actor): Promise<ChangeResult> {
  const select = sql`select id, ref from contact_submissions where ref = ${normaliseRef(ref)}`;
  return change(db, ref, select, { kind: 'note', new_value: text }, actor);
}

export function setSpam(db: Db, ref: string, spam: boolean, actor: Actor): Promise<ChangeResult> {
  const update = sql`update contact_submissions set spam = ${spam}
    where ref = ${normaliseRef(ref)} and spam <> ${spam} returning id, ref`;
  return change(db, ref, update, { kind: 'spam', new_value: spam ? 'spam' : '' }, actor);
}

export function setReminder(db: Db, ref: string, at: Date | null, actor: Actor): Promise<ChangeResult> {
  const remindAt = at?.toISOString() ?? null;
  const update = sql`update contact_submissions set remind_at = ${remindAt}
    where ref = ${normaliseRef(ref)} and remind_at is distinct from ${remindAt} returning id, ref`;
  return change(db, ref, update, { kind: 'remind', new_value: remindAt }, actor);
}

/** `resend`: what the outbox does. It is only recorded here. */
type Event =
  | { kind: 'status' | 'note' | 'spam' | 'remind'; old_value?: string; new_value: string | null }
  | { kind: 'resend' };

/** Does nothing when `target` finds no lead. */
async function change(
  db: Db,
  ref: string,
  target: Sql,
  event: Event,
  { who, dedupeKey }: Actor,
): Promise<Exclude<ChangeResult, { reason: 'conflict' }>> {
  await db.transaction(async (db) => {
    if (dedupeKey && (await db.get(sql`select 1 from lead_events where dedupe_key = ${dedupeKey}`))) return;
    const lead = await db.get<{ id: number; ref: string }>(target);
    if (!lead) return;
    await recordChange(db, lead, event, { who, dedupeKey });
  });
  const lead = await findLeadRecord(db, ref);
  return lead ? { ok: true, lead } : { ok: false, reason: 'not-found' };
}

/** Whatever shows the lead compares the version. */
export async function recordChange(
  db: Queries,
  { id, ref }: { id: number; ref: string },
  event: Event,
  { who, dedupeKey }: Actor,
): Promise<void> {
  const columns = { lead_id: id, ref, at: new Date().toISOString(), who, dedupe_key: dedupeKey ?? null };
  await db.run(sql`insert into lead_events ${row({ ...columns, ...event })}`);
  await db.run(sql`update contact_submissions set version = version + 1 where id = ${id}`);
}
