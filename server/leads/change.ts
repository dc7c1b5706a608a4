import { type Correction, type LeadStatus, noteLimit, type StatusEvent } from '#contract/inbox.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { join, raw, row, type Sql, sql, where } from '#server/db/sql.ts';
import { findLeadById, findLeadRecord, type LeadRecord } from './find.ts';
import { normaliseRef } from './ref.ts';
import { searchText } from './search.ts';

/** `at`: now, if not given. `dedupeKey`: the Telegram update or the browser's request. A second change with the same key does nothing. */
export type Actor = { who: string; dedupeKey?: string | undefined; at?: Date };

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

/** Of which note: its event, or the key that it was added with. */
export type NoteKey = { id: number } | { dedupeKey: string };

/** Only one's own note. `text`: from `readNote`; null removes it. */
export async function changeNote(
  db: Db,
  ref: string,
  note: NoteKey,
  text: string | null,
  actor: Actor,
): Promise<ChangeResult> {
  const which = 'id' in note ? sql`id = ${note.id}` : sql`dedupe_key = ${note.dedupeKey}`;
  const own = sql`from lead_events where ref = ${normaliseRef(ref)} and kind = 'note' and who = ${actor.who} and ${which}`;
  const found = await db.get<{ id: number; text: string }>(sql`select id, new_value as text ${own}`);
  if (!found) return { ok: false, reason: 'not-found' };
  const target = sql`select id, ref from contact_submissions where ref = ${normaliseRef(ref)}
    and ${found.text !== text} and exists (select 1 ${own})`;
  const kind = text === null ? 'note-removed' : 'note-corrected';
  return change(db, ref, target, { kind }, actor, (db) =>
    db.run(
      text === null
        ? sql`delete from lead_events where id = ${found.id}`
        : sql`update lead_events set new_value = ${text} where id = ${found.id}`,
    ),
  );
}

/** A conflict if a colleague has corrected one of these fields meanwhile. What was there before stays findable. */
export async function correctLead(
  db: Db,
  ref: string,
  corrections: readonly Correction[],
  actor: Actor,
): Promise<ChangeResult> {
  const column = ({ field }: Correction) => raw(field);
  const values = join(corrections.map((each) => sql`${column(each)} = ${each.to}`));
  const unchanged = corrections.map((each) => sql`${column(each)} is not distinct from ${each.from}`);
  const update = sql`update contact_submissions set ${values}
    ${where(sql`ref = ${normaliseRef(ref)}`, ...unchanged)} returning id, ref`;
  const event = { kind: 'corrected', new_value: JSON.stringify(corrections) } as const;
  const changed = await change(db, ref, update, event, actor);
  if (!changed.ok || corrections.every(({ field, to }) => changed.lead[field] === to)) return changed;
  return { ok: false, reason: 'conflict', lead: changed.lead, last: null };
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

type LeadKey = { id: number; ref: string };

/** `resend`: what the outbox does. It is only recorded here. */
type Event =
  | {
      kind: 'status' | 'note' | 'spam' | 'remind' | 'corrected';
      old_value?: string;
      new_value: string | null;
    }
  | { kind: 'note-corrected' | 'note-removed' | 'resend' };

/** Does nothing when `target` finds no lead. */
async function change(
  db: Db,
  ref: string,
  target: Sql,
  event: Event,
  actor: Actor,
  also: (db: Queries) => Promise<unknown> = async () => {},
): Promise<Exclude<ChangeResult, { reason: 'conflict' }>> {
  await db.transaction(async (db) => {
    const { dedupeKey } = actor;
    if (dedupeKey && (await db.get(sql`select 1 from lead_events where dedupe_key = ${dedupeKey}`))) return;
    const lead = await db.get<LeadKey>(target);
    if (!lead) return;
    await also(db);
    await recordChange(db, lead, event, actor);
  });
  const lead = await findLeadRecord(db, ref);
  return lead ? { ok: true, lead } : { ok: false, reason: 'not-found' };
}

/** Whatever shows the lead compares the version. */
export async function recordChange(
  db: Queries,
  { id, ref }: LeadKey,
  event: Event,
  { who, dedupeKey, at = new Date() }: Actor,
): Promise<void> {
  const columns = { lead_id: id, ref, at: at.toISOString(), who, dedupe_key: dedupeKey ?? null };
  await db.run(sql`insert into lead_events ${row({ ...columns, ...event })}`);
  await db.run(
    sql`update contact_submissions set version = version + 1, changed_by = ${who} where id = ${id}`,
  );
  if (/^(note|corrected)/.test(event.kind)) await updateSearchText(db, id);
}

async function updateSearchText(db: Queries, id: number): Promise<void> {
  const lead = await findLeadById(db, id);
  if (!lead) return;
  const written = await db.all<{ kind: string; text: string }>(
    sql`select kind, new_value as text from lead_events where lead_id = ${id} and kind in ('note', 'corrected')`,
  );
  const more = written.flatMap(({ kind, text }) =>
    kind === 'note' ? [text] : (JSON.parse(text) as Correction[]).flatMap(({ from }) => from ?? []),
  );
  await db.run(sql`update contact_submissions set search = ${searchText(lead, more)} where id = ${id}`);
}
