import { setImmediate } from 'node:timers/promises';
import {
  type LeadDetail,
  type LeadEvent,
  type LeadPage,
  type LeadQuery,
  type LeadStatus,
  type LeadTab,
  leadStatuses,
  noneFilter,
} from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import { join, type Sql, sql, where } from '#server/db/sql.ts';
import { type Lead, selectLeads, toSummary } from './lead.ts';
import { dialableNumber, phoneNumbers } from './phone.ts';
import { readableLine } from './readable.ts';
import { normaliseRef } from './ref.ts';
import { matches, searchTerms } from './search.ts';

export type LeadSearch = Omit<LeadQuery, 'since' | 'until' | 'spam'> & {
  spam?: 'no' | 'yes';
  since?: Date;
  until?: Date;
  status?: LeadStatus;
  /** A further condition on the lead `l`. */
  only?: Sql;
};

export const tabOf = {
  new: 'new',
  contacted: 'active',
  consultation: 'active',
  client: 'clients',
  lost: 'lost',
} as const;
export const inTab = (tab: LeadTab) =>
  tab === 'spam'
    ? sql`spam`
    : sql`not spam and status in (${join(leadStatuses.filter((status) => tabOf[status] === tab))})`;

/** `after`: the `next` of the previous page. */
export async function findLeadPage(
  db: Queries,
  search: LeadSearch,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<LeadPage> {
  const found = await findLeads(db, search, limit + 1, after);
  const shown = found.slice(0, limit);
  return {
    leads: shown.map(toSummary),
    next: found.length > limit ? String(shown.at(-1)?.id) : null,
  };
}

const partSize = 100;

/** In parts, because 100,000 leads do not fit into memory. */
export async function* findLeadParts(db: Queries, search: LeadSearch): AsyncGenerator<NotedLead[]> {
  let part: NotedLead[] = [];
  do {
    part = await withLastNotes(db, await findLeads(db, search, partSize, part.at(-1)?.id));
    yield part;
    // Lets other requests run in between.
    await setImmediate();
  } while (part.length === partSize);
}

export type NotedLead = Lead & { lastNote: string | null };

async function withLastNotes(db: Queries, leads: readonly Lead[]): Promise<NotedLead[]> {
  const notes = await db.all<{ lead_id: number; text: string }>(
    sql`select lead_id, new_value as text from lead_events where id in (select max(id) from lead_events
      where kind = 'note' and lead_id in (${join([0, ...leads.map(({ id }) => id)])}) group by lead_id)`,
  );
  const texts = new Map(notes.map(({ lead_id, text }) => [lead_id, text]));
  return leads.map((lead) => ({ ...lead, lastNote: texts.get(lead.id) ?? null }));
}

/** Newest first. */
export async function findLeads(
  db: Queries,
  search: LeadSearch,
  limit: number,
  after?: number,
): Promise<Lead[]> {
  const { q = '', tab = 'all', status, language, source, campaign, spam, since, until, by, only } = search;
  // `readableLine` replaces NUL, which PostgreSQL refuses.
  const nameOrNull = (name: string) => (name === noneFilter ? null : readableLine(name));
  const conditions = [
    tab !== 'all' && inTab(tab),
    status && sql`status = ${status}`,
    language && sql`language = ${language}`,
    source !== undefined && sql`source is not distinct from ${nameOrNull(source)}`,
    campaign !== undefined && sql`campaign is not distinct from ${nameOrNull(campaign)}`,
    spam && (spam === 'yes' ? sql`spam` : sql`not spam`),
    since && sql`created_at >= ${since.toISOString()}`,
    until && sql`created_at < ${until.toISOString()}`,
    by !== undefined && sql`changed_by = ${by}`,
    only,
    after !== undefined && sql`id < ${after}`,
    ...matches(searchTerms(q)),
  ];
  return selectLeads(db, sql`${where(...conditions)} order by id desc limit ${limit}`);
}

/** Oldest first. */
export const findNewLeads = (db: Queries, limit: number): Promise<Lead[]> =>
  selectLeads(db, sql`where ${inTab('new')} order by id limit ${limit}`);

/** Leads since then that nobody has answered, oldest first. */
export const findUnanswered = (db: Queries, since: Date, only: Sql): Promise<Lead[]> =>
  selectLeads(db, sql`where ${inTab('new')} and created_at > ${since.toISOString()} and ${only} order by id`);

/** Leads whose reminder is due at the time `by`. */
export const findDueLeads = (db: Queries, by: Date, limit: number, since = new Date(0)): Promise<Lead[]> =>
  selectLeads(
    db,
    sql`where remind_at <= ${by.toISOString()} and remind_at > ${since.toISOString()} and not spam
      order by remind_at, id limit ${limit}`,
  );

export async function lastNote(db: Queries, leadId: number): Promise<string | null> {
  const row = await db.get<{ text: string }>(
    sql`select new_value as text from lead_events where lead_id = ${leadId} and kind = 'note' order by id desc limit 1`,
  );
  return row?.text ?? null;
}

export async function findLeadById(db: Queries, id: number): Promise<Lead | null> {
  return (await selectLeads(db, sql`where id = ${id}`))[0] ?? null;
}

export async function findLead(db: Queries, ref: string): Promise<Lead | null> {
  return (await selectLeads(db, sql`where ref = ${normaliseRef(ref)}`))[0] ?? null;
}

export type LeadRecord = Lead & Pick<LeadDetail, 'events' | 'others'>;

/** With its history, and other leads of the same person. */
export async function findLeadRecord(db: Queries, ref: string): Promise<LeadRecord | null> {
  const lead = await findLead(db, ref);
  if (!lead) return null;
  const events = await db.all<EventRow>(
    sql`select id, at, who, kind, old_value, new_value from lead_events where lead_id = ${lead.id} and who is not null
      order by id`,
  );
  return { ...lead, events: events.map(toEvent), others: (await findOthers(db, lead)).map(toSummary) };
}

type EventRow = {
  id: number;
  at: string;
  who: string;
  kind: LeadEvent['kind'];
  old_value: string | null;
  new_value: string | null;
};

function toEvent({ id, at, who, kind, old_value, new_value }: EventRow): LeadEvent {
  const details = {
    added: {},
    status: { from: old_value, to: new_value },
    note: { text: new_value },
    'note-corrected': {},
    'note-removed': {},
    corrected: kind === 'corrected' && { corrections: JSON.parse(new_value ?? '[]') },
    spam: { spam: new_value === 'spam' },
    remind: { remindAt: new_value },
    resend: {},
  };
  return { id, at, who, kind, ...details[kind] } as LeadEvent;
}

const maxOthers = 20;

/** Other leads with the same number, however it was typed, or of the same Telegram account. */
async function findOthers(db: Queries, { id, phone, telegramId }: Lead): Promise<Lead[]> {
  const sameNumber = await findByNumber(db, phone);
  const sameAccount = telegramId ? await selectLeads(db, sql`where telegram_id = ${telegramId}`) : [];
  const others = new Map([...sameNumber, ...sameAccount].map((lead) => [lead.id, lead]));
  others.delete(id);
  return [...others.values()].sort((one, other) => other.id - one.id).slice(0, maxOthers);
}

/** Leads with the first number that was typed, newest first. */
export async function findByNumber(db: Queries, typed: string): Promise<Lead[]> {
  const dial = dialableNumber(typed);
  if (!dial) return [];
  // The search also finds numbers in messages.
  const found = await findLeads(db, { q: dial }, maxOthers * 5);
  return found.filter(({ phone }) => phoneNumbers(phone).includes(dial));
}

/** The newest lead of a person who wrote to the admin. */
export const findLastDirect = async (db: Queries, telegramId: string): Promise<Lead | null> =>
  (await selectLeads(db, sql`where telegram_id = ${telegramId} order by id desc limit 1`))[0] ?? null;

/** Every lead's reference, for copies of the database. */
export const allRefs = sql`select ref from contact_submissions order by id`;

/** For other rooms' queries: the leads that the server first saw after `time`. */
export const leadsSeenAfter = (time: Date): Sql =>
  sql`(select id, ref, seen_at from contact_submissions where seen_at > ${time.toISOString()})`;
/** Since `time`: what a program that knows the lead has to know, too. */
export const eventsSince = (time: string): Sql =>
  sql`(select id, lead_id, ref from lead_events where at > ${time} and kind in ('status', 'corrected', 'spam', 'erased'))`;
export const leadsByRef = (refs: readonly string[]): Sql =>
  sql`(select id, ref, seen_at from contact_submissions where ref in (${join(['', ...refs])}))`;
export const leadVersions = sql`(select id, ref, version from contact_submissions where version > 0)`;

/** Changes whenever a lead does. Under PostgreSQL an event may appear after others with a higher ID. */
export async function leadsRevision(db: Queries): Promise<string> {
  const row = await db.get<{ last: number | null; sum: number | null }>(
    sql`select max(id) as last, sum(id) as sum from (select id from lead_events order by id desc limit 1000) as recent`,
  );
  return `${row?.last}-${row?.sum}`;
}
