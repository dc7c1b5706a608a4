/** Visits and clicks were counted, leads are there to be counted: here they come together. */
import type { CampaignLink, Figures } from '../../contract/inbox.ts';
import { byClients, postKey } from '../../contract/posts.ts';
import type { LeadSums } from '../store/store.ts';
import { type FigureSums, otherSource } from './figures-store.ts';
import type { Arrival } from './sources.ts';

const noneOfSource = { visits: 0, acts: 0, leads: 0, clients: 0 };

type Joined = Pick<Figures, 'days' | 'byLanguage' | 'bySource' | 'byClick' | 'funnel' | 'countedSince'>;

/** `days`: those that are shown, whether something happened on them or not. Of posts only the first `most` are told apart. */
export function joinedFigures(
  days: readonly string[],
  leads: LeadSums,
  visits: FigureSums,
  most: number,
): Joined {
  const noneOfDay = { visits: 0, leads: 0, clients: 0 };
  const byDay = join([...visits.days, ...leads.days], ({ day }) => day, noneOfDay);
  const all = [...visits.bySource, ...leads.bySource];
  const first = new Set(firstPosts(all, most).map(postKey));
  const bySource = join(
    all.map((row) => (first.has(postKey(row)) ? row : { ...row, source: otherSource, campaign: null })),
    ({ source, campaign }) => `${source ?? ''} ${campaign ?? ''}`,
    noneOfSource,
  );
  const byLanguage = join([...visits.byLanguage, ...leads.byLanguage], ({ language }) => language ?? '', {
    visits: 0,
    leads: 0,
  });
  const sorted = mostFirst(bySource);
  return {
    days: days.map((day) => byDay.get(day) ?? { day, ...noneOfDay }),
    byLanguage: mostFirst(byLanguage),
    bySource: sorted,
    byClick: visits.byClick,
    funnel: {
      visits: total(sorted, 'visits'),
      acts: total(sorted, 'acts'),
      leads: total(sorted, 'leads'),
      clients: total(sorted, 'clients'),
    },
    countedSince: visits.countedSince,
  };
}

/** So many posts, whatever network people came by: those with clients first, then with leads, then with visits. */
export function firstPosts(rows: readonly Arrival[], most: number): Arrival[] {
  const posts = [...join(rows, postKey, noneOfSource).values()];
  return posts.sort(byClients).slice(0, most);
}

/** Whatever source a campaign's visitors came from; of the links in `made` also when nobody came. */
export function campaignSums(
  bySource: Figures['bySource'],
  made: readonly string[],
): Omit<CampaignLink, 'url'>[] {
  const named = bySource.flatMap(({ campaign, source: _, ...sums }) =>
    campaign && campaign !== otherSource ? [{ name: campaign, ...sums }] : [],
  );
  return mostFirst(join([...named, ...made.map((name) => ({ name }))], ({ name }) => name, noneOfSource));
}

/** Rows of the same key become one: numbers are added up, where they are missing from `none`. */
function join<Row extends object, None extends Record<string, number>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  none: None,
): Map<string, Row & None> {
  const joined = new Map<string, Row & None>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = { ...none, ...joined.get(key) } as Record<string, unknown>;
    for (const [name, value] of Object.entries(row))
      sum[name] = typeof value === 'number' ? Number(sum[name] ?? 0) + value : value;
    joined.set(key, sum as Row & None);
  }
  return joined;
}

function mostFirst<Row extends { leads: number; visits: number }>(rows: Map<string, Row>): Row[] {
  const sorted = [...rows].sort(
    ([a, one], [b, other]) => other.leads - one.leads || other.visits - one.visits || (a < b ? -1 : 1),
  );
  return sorted.map(([, row]) => row);
}

const total = <Name extends string>(rows: readonly Record<Name, number>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0);
