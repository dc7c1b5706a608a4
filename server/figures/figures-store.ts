import type { ClickName, Figures } from '../../contract/inbox.ts';

/** At most so many pairs of source and campaign a day, whoever names them; the rest is counted as `other`. */
export const kindsPerDay = 200;
export const otherSource = 'other';

/**
 * Long before the first server counted: what stands on an earlier day was written by a clock that had lost its time. Of
 * days to come the same is said by asking for sums up to today.
 */
export const firstDay = '2025-01-01';

/** Both inclusive. */
export type Period = { since: string; until: string };

/** What is the same for everybody in one sum. Null: not known, or not asked for. */
export type Circumstances = {
  /** Of Tashkent, `2026-11-16`. */
  day: string;
  source: string | null;
  campaign: string | null;
  language: string | null;
};

/** A visit, or with a name what was pressed. */
export type Count = Circumstances & {
  name: ClickName | null;
  count: number;
  /** One of the sources that are named here (sources.ts): it is never counted as `other`. */
  listed: boolean;
};

export type FigureSums = {
  days: { day: string; visits: number }[];
  byLanguage: { language: string | null; visits: number }[];
  bySource: { source: string | null; campaign: string | null; visits: number; acts: number }[];
  byClick: Figures['byClick'];
  countedSince: string | null;
};

/** For programs: every sum of a day that can be, oldest first; leads without spam. */
export type FigureList = {
  visits: (Circumstances & { count: number })[];
  clicks: (Circumstances & { name: ClickName; count: number })[];
  leads: (Circumstances & { count: number })[];
};

export interface FiguresStore {
  /** Added to what this and other servers counted before, all of it or nothing. */
  add(counts: readonly Count[]): Promise<void>;
  sums(period: Period): Promise<FigureSums>;
  /** Up to that day. */
  list(until: string): Promise<FigureList>;
}

/** What both databases keep: nothing is null in a key. */
export type FigureRow = {
  day: string;
  /** Empty for a visit. */
  name: string;
  source: string;
  campaign: string;
  language: string;
  count: number;
};

export const rowsFor = (counts: readonly Count[]): string =>
  JSON.stringify(
    counts.map(({ day, name, source, campaign, language, count, listed }) => ({
      ...{ day, name: name ?? '', source: source ?? '', campaign: campaign ?? '', language: language ?? '' },
      ...{ count, listed },
    })),
  );

/** Of the sums without their days, of which there are few: what one reading of the table cannot group in every way. */
export function sumsOf(
  rows: readonly Omit<FigureRow, 'day'>[],
): Pick<FigureSums, 'byLanguage' | 'bySource' | 'byClick'> {
  const byLanguage = new Map<string, FigureSums['byLanguage'][number]>();
  const bySource = new Map<string, FigureSums['bySource'][number]>();
  const byClick = new Map<string, FigureSums['byClick'][number]>();
  for (const { name, count, ...row } of rows) {
    const [source, campaign, language] = [row.source || null, row.campaign || null, row.language || null];
    const place = entry(bySource, `${source} ${campaign}`, { source, campaign, visits: 0, acts: 0 });
    if (name) {
      place.acts += count;
      entry(byClick, name, { name: name as ClickName, count: 0 }).count += count;
    } else {
      place.visits += count;
      entry(byLanguage, String(language), { language, visits: 0 }).visits += count;
    }
  }
  return {
    byLanguage: [...byLanguage.values()],
    bySource: [...bySource.values()],
    byClick: [...byClick.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  };
}

function entry<Value>(map: Map<string, Value>, key: string, first: Value): Value {
  const known = map.get(key);
  if (known) return known;
  map.set(key, first);
  return first;
}

/** The same rows as programs get them, in the same order from both databases. */
export function listOf(rows: readonly FigureRow[], leads: readonly Omit<FigureRow, 'name'>[]): FigureList {
  const sorted = [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return {
    visits: sorted.filter(({ name }) => !name).map(listed),
    clicks: sorted.filter(({ name }) => name).map((row) => ({ ...listed(row), name: row.name as ClickName })),
    leads: [...leads].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(listed),
  };
}

const listed = ({ day, source, campaign, language, count }: Omit<FigureRow, 'name'>) => ({
  ...{ day, source: source || null, campaign: campaign || null, language: language || null, count },
});

const keyOf = ({ day, source, campaign, language, name = '' }: Partial<FigureRow>) =>
  `${day} ${source} ${campaign} ${language} ${name}`;
