import { useLocation, useSearch } from 'wouter';
import { type LeadQuery, type LeadTab, leadTabs } from '#contract/inbox.ts';
import { languageCodes } from '#contract/languages.ts';
import { startOfTashkentDay } from '#contract/tashkent-time.ts';
import { queryString } from '#inbox/api.ts';

export type ListQuery = LeadQuery & { tab: LeadTab };

/** Without a tab, a URL lists new leads, or with a search text all leads. */
export function readListUrl(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name)?.trim().slice(0, maxLength) || undefined;
  const day = (name: string) => {
    const day = text(name);
    return day && startOfTashkentDay(day) ? day : undefined;
  };
  const q = text('q');
  return {
    tab: leadTabs.find((tab) => tab === params.get('tab')) ?? defaultTab(q),
    q,
    language: languageCodes.find((language) => language === params.get('language')),
    source: text('source'),
    campaign: text('campaign'),
    since: day('since'),
    until: day('until'),
    by: text('by'),
    spam: params.get('spam') === 'no' ? 'no' : undefined,
  };
}

export function writeListUrl({ tab, spam, ...query }: ListQuery): string {
  const search = queryString({
    tab: tab === defaultTab(query.q) ? undefined : tab,
    ...query,
    // Each of the other tabs holds no spam, or only spam.
    spam: tab === 'all' ? spam : undefined,
  });
  return search && `?${search}`;
}

/** The same list with another search text. A chosen tab stays, unless it is the default one. */
export function withSearch(query: ListQuery, q: string | undefined): ListQuery {
  const tab = query.tab === defaultTab(query.q) ? defaultTab(q) : query.tab;
  return withChange(query, { q, tab });
}

export function useListQuery() {
  const query = readListUrl(useSearch());
  const [path, navigate] = useLocation();
  const setQuery = (next: ListQuery) => navigate(path + writeListUrl(next), { replace: true });
  return { query, setQuery };
}

/** Only links from the stats leave out spam; after any change it is included again. */
export const withChange = (query: ListQuery, change: Partial<ListQuery>): ListQuery => ({
  ...query,
  spam: undefined,
  ...change,
});

/** State of the browser’s history entry when a lead was opened from the list, which is then one step back. */
export const fromList = { fromList: true };
export const cameFromList = (): boolean => history.state?.fromList === true;

const maxLength = 200;

const defaultTab = (q: string | undefined): LeadTab => (q ? 'all' : 'new');

export const filterNames = ['language', 'source', 'campaign', 'since', 'until', 'by'] as const;

export const isNarrowed = (query: ListQuery): boolean =>
  Boolean(query.q || query.spam) || filterNames.some((name) => query[name]);
