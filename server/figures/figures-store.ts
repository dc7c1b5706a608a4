import type { ClickName, Figures } from '../../contract/inbox.ts';
import type { Arrival } from './sources.ts';

/** At most so many pairs of source and campaign a day, whoever names them; the rest has `other` for what nobody knows. */
export const kindsPerDay = 200;
export const otherSource = 'other';

/**
 * Long before the first server counted: what stands on an earlier day was written by a clock that had lost its time. Of
 * days to come the same is said by asking for sums up to today.
 */
export const firstDay = '2025-01-01';

/** Both inclusive. */
export type Period = { since: string; until: string };

/**
 * Which posts are told apart, where a year of made-up names would be 73,000: those in `first`, then those with the most
 * visits, `most` in all. A post is a campaign, or a source without any.
 */
export type Told = { first: readonly Arrival[]; most: number };

/** Of a campaign whose link was passed on; the rest of its sources are one. */
export const sourcesPerPost = 5;

/** What is the same for everybody in one sum. Null: not known, or not asked for. */
type Circumstances = Arrival & {
  /** Of Tashkent, `2026-11-16`. */
  day: string;
  language: string | null;
};

/** A visit, or with a name what was pressed. */
export type Count = Circumstances & {
  name: ClickName | null;
  count: number;
  /** The source is one that is named here (sources.ts): however many are made up, it is never counted as `other`. */
  listed: boolean;
  /** The campaign is one the provider knows, or none: it is never counted as `other`. */
  trusted: boolean;
};

export type FigureSums = {
  days: { day: string; visits: number }[];
  byLanguage: { language: string | null; visits: number }[];
  bySource: (Arrival & { visits: number; acts: number })[];
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
  sums(period: Period, told: Told): Promise<FigureSums>;
  /** Somebody asked for a link of that name; asked again, it is made anew. */
  rememberLink(name: string): Promise<void>;
  /** The names of those links since then, the last made first. */
  madeLinks(since: Date, most: number): Promise<string[]>;
  /**
   * Campaigns that keep their name however many are made up today: those that a link was made for, that brought leads, and
   * that had visits within the month before; of each kind the first `most`.
   */
  trustedCampaigns(today: string, most: number): Promise<string[]>;
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
    counts.map(({ day, name, source, campaign, language, count, listed, trusted }) => ({
      ...{ day, name: name ?? '', source: source ?? '', campaign: campaign ?? '', language: language ?? '' },
      ...{ count, listed, trusted },
    })),
  );

/** As both databases answer: either what came from where, or in which language and what was pressed, of all together. */
export type SumRow =
  | { source: string; campaign: string; language: null; name: null; visits: number; acts: number }
  | { source: null; campaign: null; language: string; name: string; visits: number; acts: number };

/** What is in the sums of all and of no origin that is told apart is the others'. */
export function sumsOf(rows: readonly SumRow[]): Pick<FigureSums, 'byLanguage' | 'bySource' | 'byClick'> {
  const bySource: FigureSums['bySource'] = [];
  const byLanguage = new Map<string, number>();
  const byClick = new Map<string, number>();
  const others = { visits: 0, acts: 0 };
  for (const { source, campaign, language, name, visits, acts } of rows) {
    const isOfAll = source === null;
    others.visits += isOfAll ? visits : -visits;
    others.acts += isOfAll ? acts : -acts;
    if (!isOfAll) bySource.push({ source: source || null, campaign: campaign || null, visits, acts });
    else if (name) byClick.set(name, (byClick.get(name) ?? 0) + acts);
    else byLanguage.set(language, visits);
  }
  if (others.visits > 0 || others.acts > 0) bySource.push({ source: otherSource, campaign: null, ...others });
  return {
    byLanguage: [...byLanguage].map(([language, visits]) => ({ language: language || null, visits })),
    bySource,
    byClick: [...byClick]
      .map(([name, count]) => ({ name: name as ClickName, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  };
}

/** For the databases: a campaign's source does not matter. */
export const postsFor = (posts: readonly Arrival[]): string =>
  JSON.stringify(
    posts.map(({ source, campaign }) => ({
      campaign: campaign ?? '',
      place: campaign ? '' : (source ?? ''),
    })),
  );

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
