/** Sums of visits and clicks beside those of leads. Spam is not counted. */
import { facts } from '../../content/facts.ts';
import { type ClickName, type LeadStatus, leadStatuses, type Stats } from '../../contract/inbox.ts';
import { byClients, postKey } from '../../contract/posts.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { placesTaken } from '../leads/find.ts';
import type { StatsRow } from './counting.ts';
import { type Arrival, otherSource } from './sources.ts';

/** Nobody reads more, and made-up names end here. */
const mostPosts = 50;

type DaySums = { day: string; visits?: number; leads?: number; clients?: number };
type Clicks = Arrival & { language: string | null; name: ClickName | null; count: number };
type Leads = Arrival & { language: string | null; status: LeadStatus; leads: number };

/** The last `days` days, today included. */
export async function statsOf(db: Db, days: number): Promise<Stats> {
  const today = tashkentDate(new Date());
  const since = tashkentDate(new Date(), days - 1);
  const ofVisits = sql`from stats where day between ${since} and ${today}`;
  const ofLeads = sql`from contact_submissions where not spam and day >= ${since}`;
  const [dayVisits, dayLeads, clicks, leads, hours, taken, begun] = await Promise.all([
    db.all<DaySums>(sql`select day, sum(count) as visits ${ofVisits} and name = '' group by day`),
    db.all<DaySums>(
      sql`select day, count(*) as leads, count(*) filter (where status = 'client') as clients ${ofLeads} group by day`,
    ),
    db.all<Clicks>(
      sql`select nullif(source, '') as source, nullif(campaign, '') as campaign, nullif(language, '') as language,
          nullif(name, '') as name, sum(count) as count ${ofVisits} group by source, campaign, language, name`,
    ),
    db.all<Leads>(
      sql`select source, campaign, language, status, count(*) as leads ${ofLeads}
        group by source, campaign, language, status`,
    ),
    hoursToFirstContact(db, since),
    placesTaken(db),
    countedSince(db),
  ]);
  const sums = [
    ...clicks.map(({ name, count, ...rest }) => ({
      ...rest,
      ...(name ? { acts: count } : { visits: count }),
    })),
    ...leads.map(({ status, ...rest }) => ({ ...rest, clients: status === 'client' ? rest.leads : 0 })),
  ];
  const [funnel] = sumBy(sums, () => ({}), ['visits', 'acts', 'leads', 'clients']);
  const shownDays = Array.from({ length: days }, (_, i) => ({ day: tashkentDate(new Date(), days - 1 - i) }));
  const statuses = sumBy(leads, ({ status }) => ({ status }), ['leads']);
  return {
    days: sumBy([...shownDays, ...dayVisits, ...dayLeads], ({ day }) => ({ day }), [
      ...(['visits', 'leads', 'clients'] as const),
    ]),
    byLanguage: sumBy(sums, ({ language }) => ({ language }), ['visits', 'leads']).sort(mostFirst),
    bySource: sumBy(foldOthers(sums), ({ source, campaign }) => ({ source, campaign }), [
      ...(['visits', 'acts', 'leads', 'clients'] as const),
    ]).sort(mostFirst),
    byClick: sumBy(clicks, ({ name }) => ({ name }), ['count'])
      .flatMap(({ name, count }) => (name ? [{ name, count }] : []))
      .sort((one, other) => other.count - one.count),
    funnel: funnel ?? { visits: 0, acts: 0, leads: 0, clients: 0 },
    byStatus: Object.fromEntries(
      leadStatuses.map((status) => [status, statuses.find((each) => each.status === status)?.leads ?? 0]),
    ) as Record<LeadStatus, number>,
    hoursToFirstContact: hours,
    places: { taken, of: Number(facts.clientsPerSeason) },
    countedSince: begun,
  };
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

type Sums = Partial<Record<'visits' | 'acts' | 'leads' | 'clients', number>>;

/** Posts that brought clients, leads or most visits keep their names; the rest become `other`. */
function foldOthers<Row extends Arrival & Sums>(rows: readonly Row[]): Row[] {
  const posts = sumBy(rows, (row) => ({ post: postKey(row) }), ['visits', 'leads', 'clients']);
  const named = new Set(
    posts
      .sort(byClients)
      .slice(0, mostPosts)
      .map(({ post }) => post),
  );
  return rows.map((row) => (named.has(postKey(row)) ? row : { ...row, source: otherSource, campaign: null }));
}

/** Adds up these fields of rows with the same key, in the order of the keys. */
export function sumBy<Row extends object, Key extends object, Field extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  fields: readonly Field[],
): (Key & Record<Field, number>)[] {
  const sums = new Map<string, Record<string, number>>();
  for (const row of rows as readonly (Row & Record<string, number>)[]) {
    const key = JSON.stringify(keyOf(row));
    const sum = sums.get(key) ?? {};
    for (const field of fields) sum[field] = (sum[field] ?? 0) + (row[field] ?? 0);
    sums.set(key, sum);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, sum]) => ({ ...JSON.parse(key), ...sum }));
}

export const mostFirst = (one: { leads: number; visits: number }, other: { leads: number; visits: number }) =>
  other.leads - one.leads || other.visits - one.visits;

/** Every sum of every day, oldest first, for programs. */
export async function statsList(db: Db): Promise<StatsList> {
  const [counted, leads] = await Promise.all([
    db.all<StatsRow>(sql`select day, source, campaign, language, name, count from stats`),
    db.all<Omit<StatsRow, 'name'>>(
      sql`select day, coalesce(source, '') as source, coalesce(campaign, '') as campaign,
          coalesce(language, '') as language, count(*) as count
        from contact_submissions where not spam group by 1, 2, 3, 4`,
    ),
  ]);
  const sorted = counted.sort(byKey);
  return {
    visits: sorted.filter(({ name }) => name === '').map(listed),
    clicks: sorted
      .filter(({ name }) => name !== '')
      .map((row) => ({ ...listed(row), name: row.name as ClickName })),
    leads: leads.sort(byKey).map(listed),
  };
}

type Listed = Arrival & { day: string; language: string | null; count: number };
export type StatsList = { visits: Listed[]; clicks: (Listed & { name: ClickName })[]; leads: Listed[] };

const listed = ({ day, source, campaign, language, count }: Omit<StatsRow, 'name'>): Listed => ({
  ...{ day, source: source || null, campaign: campaign || null, language: language || null, count },
});

/** The databases sort text differently. */
const keyOf = ({ day, source, campaign, language, name = '' }: Partial<StatsRow>) =>
  `${day} ${source} ${campaign} ${language} ${name}`;
const byKey = (a: Partial<StatsRow>, b: Partial<StatsRow>) => (keyOf(a) < keyOf(b) ? -1 : 1);
