import { type LeadDetail, type LeadStatus, noteLimit, type StatusEvent } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import { row, type Sql, sql } from '../db/sql.ts';
import { getLead } from './find.ts';
import { queueEdits } from './messages.ts';
import { normaliseRef } from './ref.ts';

/** `origin`: the Telegram update a change comes from. A second change from the same origin does nothing. */
export type Actor = { who: string; origin?: string | undefined };

export type Changed =
  | { ok: true; lead: LeadDetail }
  | { ok: false; reason: 'gone' }
  /** Somebody was quicker. `last` is what they did; null when that is not known. */
  | { ok: false; reason: 'conflict'; lead: LeadDetail; last: StatusEvent | null };

/** Applies only while the lead still has the status `from`. A decided lead needs no reminder. */
export async function changeStatus(
  db: Db,
  ref: string,
  { from, to }: { from: LeadStatus; to: LeadStatus },
  actor: Actor,
): Promise<Changed> {
  const decided = to === 'client' || to === 'lost';
  const update = sql`update contact_submissions set status = ${to} ${decided ? sql`, remind_at = null` : sql``}
    where ref = ${normaliseRef(ref)} and status = ${from} returning id, ref`;
  if (from !== to && (await change(db, update, { kind: 'status', was: from, became: to }, actor)))
    return current(db, ref);
  const lead = await getLead(db, ref);
  if (!lead) return { ok: false, reason: 'gone' };
  if (from === to && lead.status === to) return { ok: true, lead };
  return { ok: false, reason: 'conflict', lead, last: lastStatus(lead) };
}

/** The text of a note, trimmed; null when it is empty, too long or cannot be stored. */
export function readNote(typed: string): string | null {
  const text = typed.trim();
  const fits = text.length > 0 && [...text].length <= noteLimit;
  return fits && text.isWellFormed() && !text.includes('\0') ? text : null;
}

/** `text` as `readNote` returned it. */
export async function addNote(db: Db, ref: string, text: string, actor: Actor): Promise<Changed> {
  const select = sql`select id, ref from contact_submissions where ref = ${normaliseRef(ref)}`;
  await change(db, select, { kind: 'note', was: null, became: text }, actor);
  return current(db, ref);
}

/** `from`: the status the person saw. A lead that somebody has worked on since is not marked as spam; null skips the check. */
export async function setSpam(
  db: Db,
  ref: string,
  { spam, from }: { spam: boolean; from: LeadStatus | null },
  actor: Actor,
): Promise<Changed> {
  const set = (seen: LeadStatus | null) =>
    change(
      db,
      sql`update contact_submissions set spam = ${spam} where ref = ${normaliseRef(ref)} and spam <> ${spam}
        ${spam && seen ? sql`and status = ${seen}` : sql``} returning id, ref`,
      { kind: 'spam', was: null, became: spam ? 'spam' : '' },
      actor,
    );
  if (await set(from)) return current(db, ref);
  const lead = await getLead(db, ref);
  if (!lead) return { ok: false, reason: 'gone' };
  if (lead.spam === spam) return { ok: true, lead };
  const last = lastStatus(lead);
  // People know of their own changes, whatever their screen still showed.
  if (last?.who === actor.who && (await set(lead.status))) return current(db, ref);
  return { ok: false, reason: 'conflict', lead, last };
}

/** Null drops the reminder. */
export async function setReminder(db: Db, ref: string, at: Date | null, actor: Actor): Promise<Changed> {
  const remindAt = at?.toISOString() ?? null;
  const update = sql`update contact_submissions set remind_at = ${remindAt}
    where ref = ${normaliseRef(ref)} and remind_at is distinct from ${remindAt} returning id, ref`;
  await change(db, update, { kind: 'remind', was: null, became: remindAt }, actor);
  return current(db, ref);
}

type Event = { kind: 'status' | 'note' | 'spam' | 'remind'; was: string | null; became: string | null };

/** Makes the change, its event and the edits of its Telegram messages, or nothing. False when nothing matched. */
function change(db: Db, target: Sql, event: Event, { who, origin }: Actor): Promise<boolean> {
  return db.transaction(async (db) => {
    if (origin && (await db.get(sql`select 1 from lead_events where origin = ${origin}`))) return false;
    const lead = await db.get<{ id: number; ref: string }>(target);
    if (!lead) return false;
    const at = new Date().toISOString();
    const columns = row({ lead_id: lead.id, ref: lead.ref, at, who, ...event, origin: origin ?? null });
    await db.run(sql`insert into lead_events ${columns}`);
    await queueEdits(db, lead.id);
    return true;
  });
}

async function current(db: Db, ref: string): Promise<Changed> {
  const lead = await getLead(db, ref);
  return lead ? { ok: true, lead } : { ok: false, reason: 'gone' };
}

const lastStatus = ({ events }: LeadDetail): StatusEvent | null =>
  events.findLast((event) => event.kind === 'status') ?? null;
