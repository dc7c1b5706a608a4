/** Visits and clicks were counted, leads are there to be counted: here they come together. */
import type { CampaignLink, Figures } from '../../contract/inbox.ts';
import type { LeadSums } from '../store/store.ts';
import type { FigureSums } from './figures-store.ts';

type Joined = Pick<Figures, 'days' | 'byLanguage' | 'bySource' | 'byClick' | 'funnel' | 'countedSince'>;

/** `days`: those that are shown, whether something happened on them or not. */
export function joinedFigures(days: readonly string[], leads: LeadSums, visits: FigureSums): Joined {
  const noneOfDay = { visits: 0, leads: 0, clients: 0 };
  const byDay = join([...visits.days, ...leads.days], ({ day }) => day, noneOfDay);
  const bySource = join(
    [...visits.bySource, ...leads.bySource],
    ({ source, campaign }) => `${source} ${campaign}`,
    { visits: 0, acts: 0, leads: 0, clients: 0 },
  );
  const byLanguage = join([...visits.byLanguage, ...leads.byLanguage], ({ language }) => String(language), {
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

/** Whatever source a campaign's visitors came from. */
export function campaignSums(bySource: Figures['bySource']): Omit<CampaignLink, 'url'>[] {
  const named = bySource.flatMap(({ campaign, source: _, ...sums }) =>
    campaign ? [{ name: campaign, ...sums }] : [],
  );
  const none = { visits: 0, acts: 0, leads: 0, clients: 0 };
  return mostFirst(join(named, ({ name }) => name, none));
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
