/** How many leads there are. */
import type { LeadCounts, LeadFields, LeadStatus } from '#contract/inbox.ts';
import { dayMs, hourMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { raw, sql, where } from '#server/db/sql.ts';
import { inTab, tabOf } from './find.ts';

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

type Groups = Pick<LeadFields, 'language' | 'source' | 'campaign' | 'status'> & { day: string };
type LeadSums<Group extends keyof Groups> = Pick<Groups, Group> & { leads: number; clients: number };

/** Leads and clients for stats, without spam. `since`: a day in Tashkent. */
export function leadSums<Group extends keyof Groups>(db: Queries, since: string, groups: readonly Group[]) {
  const columns = raw(groups.join(', '));
  return db.all<LeadSums<Group>>(
    sql`select ${columns}, count(*) as leads, count(*) filter (where status = 'client') as clients
      from contact_submissions where not spam and day >= ${since} group by ${columns}`,
  );
}

export type FirstReply = { name: string; hours: number };

/** The first change of status of each lead. */
export async function firstReplies(db: Queries, since: string): Promise<FirstReply[]> {
  const replies = await db.all<{ name: string; created: string; at: string }>(
    sql`select who as name, l.created_at as created, at from contact_submissions l join lead_events e on e.id =
        (select min(id) from lead_events where lead_id = l.id and kind = 'status')
      where day >= ${since} and not spam and status <> 'new'`,
  );
  return replies.map(({ name, created, at }) => ({
    name,
    hours: (Date.parse(at) - Date.parse(created)) / hourMs,
  }));
}
