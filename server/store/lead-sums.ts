import {
  type LeadCounts,
  type LeadStatus,
  type LeadTab,
  leadStatuses,
  leadTabs,
} from '../../contract/inbox.ts';
import type { LeadSums } from './store.ts';

/** Leads that have all of this in common, counted by the database in one pass. */
export type LeadGroup = {
  day: string;
  language: string | null;
  source: string | null;
  campaign: string | null;
  status: LeadStatus;
  leads: number;
};

export type TabCount = { tab: LeadTab; leads: number };

export function countsOfTabs(rows: Iterable<TabCount>): LeadCounts {
  const counts = Object.fromEntries(leadTabs.map((tab) => [tab, 0])) as LeadCounts;
  for (const { tab, leads } of rows) {
    counts[tab] = leads;
    counts.all += leads;
  }
  return counts;
}

type Sum = { leads: number; clients: number };

/** Days in their order; of all else the most leads first, then by name, and what has none before the others. */
export function sumsOfGroups(
  groups: Iterable<LeadGroup>,
): Pick<LeadSums, 'days' | 'byLanguage' | 'bySource' | 'byStatus'> {
  const days = new Map<string, Sum & { day: string }>();
  const languages = new Map<string | null, { language: string | null; leads: number }>();
  const sources = new Map<string, Sum & { source: string | null; campaign: string | null }>();
  const byStatus = Object.fromEntries(leadStatuses.map((status) => [status, 0])) as LeadSums['byStatus'];
  for (const { day, language, source, campaign, status, leads } of groups) {
    const none = { leads: 0, clients: 0 };
    const key = JSON.stringify([source, campaign]);
    const ofDay = days.getOrInsertComputed(day, () => ({ day, ...none }));
    const ofSource = sources.getOrInsertComputed(key, () => ({ source, campaign, ...none }));
    for (const sum of [ofDay, ofSource]) {
      sum.leads += leads;
      if (status === 'client') sum.clients += leads;
    }
    languages.getOrInsertComputed(language, () => ({ language, leads: 0 })).leads += leads;
    byStatus[status] += leads;
  }
  return {
    days: [...days.values()].sort((a, b) => compare(a.day, b.day)),
    byLanguage: [...languages.values()].sort((a, b) => b.leads - a.leads || compare(a.language, b.language)),
    bySource: [...sources.values()].sort(
      (a, b) => b.leads - a.leads || compare(a.source, b.source) || compare(a.campaign, b.campaign),
    ),
    byStatus,
  };
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a < b) ? -1 : 1;
}
