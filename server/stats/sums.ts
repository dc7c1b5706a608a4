/** Sums of visits, clicks, leads and clients. */
import type { ClickName } from '#contract/clicks.ts';
import { leadStatuses, type Stats } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { firstDayOfLast, tashkentDate } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { type FirstReply, firstReplies, leadSums, placesTaken } from '#server/leads/sums.ts';
import { publishedContent } from '#server/site/versions.ts';
import { type Attribution, otherSource } from './sources.ts';

const maxRows = 50;

const fields = ['visits', 'clicks', 'leads', 'clients'] as const;
type Sums = Stats['funnel'];
type AttributedSums = Attribution & { language: Language | null } & Partial<Sums>;

const sums = sql`sum(count) filter (where name = '') as visits, sum(count) filter (where name <> '') as clicks`;

export async function statsOf(db: Queries, days: number): Promise<Stats> {
  const since = firstDayOfLast(days, Date.now());
  const ofVisits = sql`from stats where day >= ${since}`;
  const [dayVisits, dayLeads, all, statuses, byClick, replies, taken, firstDay, { facts }] =
    await Promise.all([
      db.all<{ day: string } & Partial<Sums>>(sql`select day, ${sums} ${ofVisits} group by day`),
      leadSums(db, since, ['day']),
      sumsSince(db, since),
      leadSums(db, since, ['status']),
      db.all<{ name: ClickName; count: number }>(
        sql`select name, sum(count) as count ${ofVisits} and name <> '' group by name order by count desc, name`,
      ),
      firstReplies(db, since),
      placesTaken(db),
      countedSince(db),
      publishedContent(db),
    ]);
  const shownDays = Array.from({ length: days }, (_, i) => ({ day: tashkentDate(Date.now(), days - 1 - i) }));
  const byStatus = Object.fromEntries(leadStatuses.map((status) => [status, 0])) as Stats['byStatus'];
  for (const { status, leads } of statuses) byStatus[status] = leads;
  return {
    days: sumBy([...shownDays, ...dayVisits, ...dayLeads], 'day').sort((a, b) => (a.day < b.day ? -1 : 1)),
    byLanguage: sumBy(all, 'language'),
    bySource: sumBy(all, 'source').slice(0, maxRows),
    byCampaign: campaignsOf(all).slice(0, maxRows),
    byClick,
    funnel: total(all),
    byStatus,
    hoursToFirstContact: median(replies.map(({ hours }) => hours)),
    byPerson: personsOf(replies),
    places: { taken, of: Number(facts.clientsPerSeason) },
    countedSince: firstDay,
  };
}

/** Campaigns beyond a day’s limit of names are stored as `other`; here they are null. */
export async function sumsSince(db: Queries, since: string): Promise<AttributedSums[]> {
  const visits = await db.all<AttributedSums>(
    sql`select nullif(source, '') as source, nullif(nullif(campaign, ''), ${otherSource}) as campaign,
        nullif(language, '') as language, ${sums}
      from stats where day >= ${since} group by source, stats.campaign, language`,
  );
  return [...visits, ...(await leadSums(db, since, ['source', 'campaign', 'language']))];
}

/** One row for each value of `key`. */
export function sumBy<Key extends string, Row extends Record<Key, unknown> & Partial<Sums>>(
  rows: readonly Row[],
  key: Key,
): (Pick<Row, Key> & Sums)[] {
  const groups = Map.groupBy(rows, (row) => row[key]);
  return [...groups.values()]
    .map((rows) => ({ ...({ [key]: rows[0]?.[key] } as Pick<Row, Key>), ...total(rows) }))
    .sort(byResults);
}

function total(rows: readonly Partial<Sums>[]): Sums {
  const sum = { visits: 0, clicks: 0, leads: 0, clients: 0 };
  for (const row of rows) for (const field of fields) sum[field] += row[field] ?? 0;
  return sum;
}

const byResults = (one: Sums, other: Sums) =>
  other.clients - one.clients || other.leads - one.leads || other.visits - one.visits;

function campaignsOf(rows: readonly AttributedSums[]): Stats['byCampaign'] {
  const groups = Map.groupBy(rows, ({ source, campaign }) => campaign ?? `source: ${source}`);
  return [...groups.values()]
    .map((rows) => ({
      campaign: rows[0]?.campaign ?? null,
      sources: sumBy(rows, 'source').map(({ source }) => source),
      ...total(rows),
    }))
    .sort(byResults);
}

export async function countedSince(db: Queries): Promise<string | null> {
  const row = await db.get<{ day: string | null }>(sql`select min(day) as day from stats where name = ''`);
  return row?.day ?? null;
}

const personsOf = (replies: readonly FirstReply[]): Stats['byPerson'] =>
  [...Map.groupBy(replies, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      answered: own.length,
      hours: median(own.map(({ hours }) => hours)) ?? 0,
    }))
    .sort((one, other) => other.answered - one.answered);

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
