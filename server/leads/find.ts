import { setImmediate as turn } from 'node:timers/promises';
import {
  type LeadCounts,
  type LeadDelivery,
  type LeadDetail,
  type LeadEvent,
  type LeadPage,
  type LeadQuery,
  type LeadStatus,
  type LeadTab,
  leadStatuses,
  noneFilter,
} from '#contract/inbox.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { join, sql, where } from '#server/db/sql.ts';
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
  /** Only leads that a channel gave up on. */
  undelivered?: boolean;
};

const tabOf = {
  new: 'new',
  contacted: 'active',
  consultation: 'active',
  client: 'clients',
  lost: 'lost',
} as const;
const inTab = (tab: LeadTab) =>
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
export async function* findLeadParts(db: Queries, search: LeadSearch): AsyncGenerator<Lead[]> {
  let part: Lead[] = [];
  do {
    part = await findLeads(db, search, partSize, part.at(-1)?.id);
    yield part;
    // Lets other requests run in between.
    await turn();
  } while (part.length === partSize);
}

/** Newest first. */
export async function findLeads(
  db: Queries,
  search: LeadSearch,
  limit: number,
  after?: number,
): Promise<Lead[]> {
  const { q = '', tab = 'all', status, language, source, campaign, spam, since, until, undelivered } = search;
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
    undelivered &&
      sql`exists (select 1 from outbox where lead_id = l.id and kind = 'lead' and state = 'dead')`,
    after !== undefined && sql`id < ${after}`,
    ...matches(searchTerms(q)),
  ];
  return selectLeads(db, sql`${where(...conditions)} order by id desc limit ${limit}`);
}

/** Oldest first. */
export const findNewLeads = (db: Queries, limit: number): Promise<Lead[]> =>
  selectLeads(db, sql`where ${inTab('new')} order by id limit ${limit}`);

/** Leads whose reminder is due at the time `by`. */
export const findDueLeads = (db: Queries, by: Date, limit: number): Promise<Lead[]> =>
  selectLeads(
    db,
    sql`where remind_at <= ${by.toISOString()} and not spam order by remind_at, id limit ${limit}`,
  );

type Period = { since?: Date; before?: Date };
const inPeriod = ({ since, before }: Period) => [
  since && sql`created_at >= ${since.toISOString()}`,
  before && sql`created_at < ${before.toISOString()}`,
];

export async function countLeads(db: Queries, period: Period = {}): Promise<LeadCounts> {
  const rows = await db.all<{ spam: boolean | number; status: LeadStatus; leads: number }>(
    sql`select spam, status, count(*) as leads from contact_submissions ${where(...inPeriod(period))} group by spam, status`,
  );
  const counts = { new: 0, active: 0, clients: 0, lost: 0, spam: 0, all: 0 };
  for (const { spam, status, leads } of rows) {
    counts[spam ? 'spam' : tabOf[status]] += leads;
    counts.all += leads;
  }
  return counts;
}

/** Possible spam that nobody has confirmed. */
export async function countSuspects(db: Queries, period: Period = {}): Promise<number> {
  const untouched = sql`not exists (select 1 from lead_events where lead_id = l.id and kind = 'spam')`;
  const row = await db.get<{ leads: number }>(
    sql`select count(*) as leads from contact_submissions l ${where(sql`spam`, untouched, ...inPeriod(period))}`,
  );
  return row?.leads ?? 0;
}

/** Each client won within a year takes one of the season's places. */
export async function placesTaken(db: Queries, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - 365 * dayMs).toISOString();
  const row = await db.get<{ clients: number }>(
    sql`select count(*) as clients from contact_submissions l where ${inTab('clients')} and coalesce((select max(at)
      from lead_events where lead_id = l.id and kind = 'status' and new_value = 'client'), created_at) >= ${since}`,
  );
  return row?.clients ?? 0;
}

export async function findLeadById(db: Queries, id: number): Promise<Lead | null> {
  return (await selectLeads(db, sql`where id = ${id}`))[0] ?? null;
}

export async function findLead(db: Queries, ref: string): Promise<Lead | null> {
  return (await selectLeads(db, sql`where ref = ${normaliseRef(ref)}`))[0] ?? null;
}

export async function findLeadDetail(db: Queries, ref: string): Promise<LeadDetail | null> {
  const lead = await findLead(db, ref);
  if (!lead) return null;
  const events = await db.all<EventRow>(
    sql`select at, who, kind, old_value, new_value from lead_events where lead_id = ${lead.id} and kind <> 'added' order by id`,
  );
  const deliveries = await db.all<LeadDelivery>(
    sql`select channel, case state when 'done' then 'delivered' else state end as state, attempts,
        last_error as "lastError", done_at as "deliveredAt", case state when 'pending' then due_at end as "nextAttemptAt"
      from outbox where lead_id = ${lead.id} and kind = 'lead' order by channel`,
  );
  const { id, ...rest } = lead;
  return { ...rest, events: events.map(toEvent), deliveries, samePhoneCount: await countSamePhone(db, lead) };
}

type EventRow = {
  at: string;
  who: string;
  kind: LeadEvent['kind'];
  old_value: string | null;
  new_value: string | null;
};

function toEvent({ at, who, kind, old_value, new_value }: EventRow): LeadEvent {
  const details = {
    status: { from: old_value, to: new_value },
    note: { text: new_value },
    spam: { spam: new_value === 'spam' },
    remind: { remindAt: new_value },
    resend: {},
  };
  return { at, who, kind, ...details[kind] } as LeadEvent;
}

const maxSamePhone = 100;

/** Counts other leads with the same number, however it was typed. */
async function countSamePhone(db: Queries, lead: Lead): Promise<number> {
  const dial = dialableNumber(lead.phone);
  if (!dial) return 0;
  // The search also finds numbers in messages.
  const rows = await db.all<{ phone: string }>(
    sql`select phone from contact_submissions where ${join(matches(searchTerms(dial)), ' and ')} and id <> ${lead.id}
      order by id desc limit ${maxSamePhone}`,
  );
  return rows.filter(({ phone }) => phoneNumbers(phone).includes(dial)).length;
}

/** Changes whenever a lead does. Under PostgreSQL an event may appear after others with a higher ID. */
export async function leadsRevision(db: Queries): Promise<string> {
  const row = await db.get<{ last: number | null; sum: number | null }>(
    sql`select max(id) as last, sum(id) as sum from (select id from lead_events order by id desc limit 1000) as recent`,
  );
  return `${row?.last}-${row?.sum}`;
}
