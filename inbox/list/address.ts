/** What the list shows, as it stands in the inbox's own address. */
import { type LeadQuery, type LeadTab, leadTabs } from '../../contract/inbox.ts';
import { languageCodes } from '../../contract/languages.ts';
import { firstOfDays, startOfTashkentDay } from '../../contract/tashkent-time.ts';
import { searchOf } from '../api.ts';

/** Up to today, at one touch. In an address they are counted from whenever it is opened: a bookmark of today is no date. */
export const daySpans = [1, 7, 30] as const;

/** `days`: chosen instead of dates. `since` is their first day then; a date that was picked stays that date. */
export type ListQuery = LeadQuery & { tab: LeadTab; days?: (typeof daySpans)[number] | undefined };

/** A bare address is what is new; a bare search is among all. */
export function readAddress(search: string, now = Date.now()): ListQuery {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name)?.trim().slice(0, longest) || undefined;
  const day = (name: string) => {
    const day = text(name);
    return day && startOfTashkentDay(day) ? day : undefined;
  };
  const q = text('q');
  const days = daySpans.find((span) => String(span) === params.get('days'));
  return {
    tab: leadTabs.find((tab) => tab === params.get('tab')) ?? defaultTab(q),
    q,
    language: languageCodes.find((language) => language === params.get('language')),
    source: text('source'),
    campaign: text('campaign'),
    days,
    since: days ? firstOfDays(days, now) : day('since'),
    until: days ? undefined : day('until'),
    spam: params.get('spam') === 'no' ? 'no' : undefined,
  };
}

/** With its question mark; empty for a bare address. */
export function writeAddress({ tab, spam, days, ...query }: ListQuery): string {
  const search = searchOf({
    tab: tab === defaultTab(query.q) ? undefined : tab,
    ...query,
    ...(days && { since: undefined, until: undefined, days: String(days) }),
    // The other tabs have none, or nothing else.
    spam: tab === 'all' ? spam : undefined,
  });
  return search && `?${search}`;
}

/** The same list with something else searched for. Who had not chosen a tab still has not. */
export function withSearch(query: ListQuery, q: string | undefined): ListQuery {
  const tab = query.tab === defaultTab(query.q) ? defaultTab(q) : query.tab;
  return changed(query, { q, tab });
}

/** Only what a number in the stats counts is listed without spam: once somebody asks for something else, nobody is left out. */
export const changed = (query: ListQuery, change: Partial<ListQuery>): ListQuery => ({
  ...query,
  spam: undefined,
  ...change,
});

/** What history keeps of a lead that was opened in the list: the way back is one step then. */
export const fromList = { fromList: true };
export const cameFromList = (): boolean => history.state?.fromList === true;

/** What the server takes. */
const longest = 200;

const defaultTab = (q: string | undefined): LeadTab => (q ? 'all' : 'new');

export const filterNames = ['language', 'source', 'campaign', 'since', 'until'] as const;

/** Whether less is listed than the tab holds. */
export const isNarrowed = (query: ListQuery): boolean =>
  Boolean(query.q || query.spam) || filterNames.some((name) => query[name]);
