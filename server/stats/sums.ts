/** Sums of visits and clicks beside those of leads. Spam is not counted. */
import { facts } from '../../content/facts.ts';
import { type ClickName, type LeadStatus, leadStatuses, type Stats } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { placesTaken } from '../leads/find.ts';
import { type Arrival, otherSource } from './sources.ts';

/** Nobody reads more, and made-up names end here. */
const mostPosts = 50;
const mostSources = 20;

type DaySums = { day: string; visits?: number; leads?: number; clients?: number };
type Sums = Arrival & {
  language: string | null;
  visits?: number;
  acts?: number;
  leads?: number;
  clients?: number;
};

/** The last `days` days, today included. */
export async function statsOf(db: Db, days: number): Promise<Stats> {
  const since = tashkentDate(Date.now(), days - 1);
  const ofVisits = sql`from stats where day >= ${since}`;
  const ofLeads = sql`from contact_submissions where not spam and day >= ${since}`;
  const leadSums = sql`count(*) as leads, count(*) filter (where status = 'client') as clients`;
  const [dayVisits, dayLeads, visits, leads, byClick, statuses, hours, taken, begun] = await Promise.all([
    db.all<DaySums>(sql`select day, sum(count) as visits ${ofVisits} and name = '' group by day`),
    db.all<DaySums>(sql`select day, ${leadSums} ${ofLeads} group by day`),
    db.all<Sums>(
      sql`select nullif(source, '') as source, nullif(campaign, '') as campaign, nullif(language, '') as language,
          sum(count) filter (where name = '') as visits, sum(count) filter (where name <> '') as acts
        ${ofVisits} group by source, campaign, language`,
    ),
    db.all<Sums>(
      sql`select source, campaign, language, ${leadSums} ${ofLeads} group by source, campaign, language`,
    ),
    db.all<{ name: ClickName; count: number }>(
      sql`select name, sum(count) as count ${ofVisits} and name <> '' group by name order by count desc, name`,
    ),
    db.all<{ status: LeadStatus; leads: number }>(
      sql`select status, count(*) as leads ${ofLeads} group by status`,
    ),
    hoursToFirstContact(db, since),
    placesTaken(db),
    countedSince(db),
  ]);
  const all = [...visits, ...leads];
  const shownDays = Array.from({ length: days }, (_, i) => ({ day: tashkentDate(Date.now(), days - 1 - i) }));
  const byStatus = Object.fromEntries(leadStatuses.map((status) => [status, 0])) as Stats['byStatus'];
  for (const { status, leads } of statuses) byStatus[status] = leads;
  return {
    days: sumBy<DaySums, 'day', 'visits' | 'leads' | 'clients'>(
      [...shownDays, ...dayVisits, ...dayLeads],
      ['day'],
      ['visits', 'leads', 'clients'],
    ),
    byLanguage: sumBy(all, ['language'], fields).sort(mostFirst),
    bySource: sumBy(
      foldRest(all, ({ source }) => source ?? '', mostSources),
      ['source'],
      fields,
    ).sort(mostFirst),
    byPost: postsOf(all),
    byClick,
    funnel: total(all),
    byStatus,
    hoursToFirstContact: hours,
    places: { taken, of: Number(facts.clientsPerSeason) },
    countedSince: begun,
  };
}

const fields = ['visits', 'acts', 'leads', 'clients'] as const;

const others: Arrival = { source: otherSource, campaign: null };

const total = (rows: readonly Partial<Sums>[]) =>
  sumBy(rows, [], fields)[0] ?? { visits: 0, acts: 0, leads: 0, clients: 0 };

function postsOf(rows: readonly Sums[]): Stats['byPost'] {
  const postOf = ({ source, campaign }: Arrival) => campaign ?? `source: ${source}`;
  // Campaigns beyond the daily cap are no post.
  const named = rows.map((row) => (row.campaign === otherSource ? { ...row, ...others } : row));
  const pairs = sumBy(foldRest(named, postOf, mostPosts), ['source', 'campaign'], fields);
  const posts = Map.groupBy(
    pairs.sort((one, other) => other.visits - one.visits),
    postOf,
  );
  return [...posts.values()]
    .map((pairs) => ({
      campaign: pairs[0]?.campaign ?? null,
      sources: pairs.map(({ source }) => source),
      ...total(pairs),
    }))
    .sort(mostFirst);
}

/** The rows that count most keep their names, all others become `other`. */
function foldRest(rows: readonly Sums[], keyOf: (row: Arrival) => string, most: number): Sums[] {
  const keyed = rows.map((row) => ({ ...row, key: keyOf(row) }));
  const sums = sumBy(keyed, ['key'], fields).sort(mostFirst);
  const kept = new Set(sums.slice(0, most).map(({ key }) => key));
  return keyed.map((row) => (kept.has(row.key) ? row : { ...row, ...others }));
}

/** The first day that visits were counted; null when none ever were. */
export async function countedSince(db: Db): Promise<string | null> {
  const row = await db.get<{ day: string | null }>(sql`select min(day) as day from stats where name = ''`);
  return row?.day ?? null;
}

/** The median of the hours until a lead's status was first changed. */
async function hoursToFirstContact(db: Db, since: string): Promise<number | null> {
  const contacts = await db.all<{ created: string; contacted: string }>(
    sql`select l.created_at as created, min(e.at) as contacted
      from contact_submissions l join lead_events e on e.lead_id = l.id and e.kind = 'status'
      where day >= ${since} and not spam and status <> 'new' group by l.id`,
  );
  const hours = contacts
    .map(({ created, contacted }) => (Date.parse(contacted) - Date.parse(created)) / 3_600_000)
    .sort((a, b) => a - b);
  const [low, high] = [hours[(hours.length - 1) >> 1], hours[hours.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Adds up these fields of rows with equal keys, in the order of the keys. */
export function sumBy<Row extends object, Key extends keyof Row, Field extends string>(
  rows: readonly Row[],
  keys: readonly Key[],
  fields: readonly Field[],
): (Pick<Row, Key> & Record<Field, number>)[] {
  const sums = new Map<string, Record<string, number>>();
  for (const row of rows as readonly (Row & Record<string, number>)[]) {
    const key = JSON.stringify(keys.map((name) => row[name]));
    const sum = sums.get(key) ?? Object.fromEntries(keys.map((name) => [name, row[name]]));
    for (const field of fields) sum[field] = (sum[field] ?? 0) + (row[field] ?? 0);
    sums.set(key, sum);
  }
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, sum]) => sum as Pick<Row, Key> & Record<Field, number>);
}

type Total = Record<(typeof fields)[number], number>;
export const mostFirst = (one: Total, other: Total) =>
  other.clients - one.clients || other.leads - one.leads || other.visits - one.visits;

type Listed = Arrival & { day: string; language: string | null; count: number };

/** Every sum of every day, oldest first, for programs. */
export async function statsList(db: Db) {
  const columns = sql`day, nullif(source, '') as source, nullif(campaign, '') as campaign, nullif(language, '') as language`;
  const order = sql`order by stats.day, stats.source, stats.campaign, stats.language, stats.name`;
  const [visits, clicks, leads] = await Promise.all([
    db.all<Listed>(sql`select ${columns}, count from stats where name = '' ${order}`),
    db.all<Listed & { name: ClickName }>(
      sql`select ${columns}, name, count from stats where name <> '' ${order}`,
    ),
    db.all<Listed>(
      sql`select day, source, campaign, language, count(*) as count from contact_submissions where not spam
        group by day, source, campaign, language order by day`,
    ),
  ]);
  return { visits, clicks, leads };
}
