import {
  type LeadCounts,
  type LeadStatus,
  type LeadTab,
  leadStatuses,
  leadTabs,
} from '../../contract/inbox.ts';
import type { LeadSums } from './store.ts';

export type TabCount = { tab: LeadTab; leads: number };

export function countsOfTabs(rows: Iterable<TabCount>): LeadCounts {
  const counts = Object.fromEntries(leadTabs.map((tab) => [tab, 0])) as LeadCounts;
  for (const { tab, leads } of rows) {
    counts[tab] = leads;
    counts.all += leads;
  }
  return counts;
}

/**
 * Of `groups`, leads that have day, language, source, campaign and status in common, counted in one pass. The database sums
 * them up further: thousands of groups kept the process, and so its visitors, for milliseconds.
 */
export const sumsOfGroups = (['day', 'language', 'source', 'status'] as const)
  .map((kind) => {
    const campaign = kind === 'source' ? 'campaign' : 'null';
    return `select '${kind}' as kind, ${kind} as name, ${campaign} as campaign, cast(sum(leads) as integer) as leads,
      cast(sum(case status when 'client' then leads else 0 end) as integer) as clients
      from groups group by ${kind === 'source' ? 'source, campaign' : kind}`;
  })
  .join(' union all ');

export type SumOfGroups = { leads: number; clients: number } & (
  | { kind: 'day'; name: string }
  | { kind: 'language'; name: string | null }
  | { kind: 'source'; name: string | null; campaign: string | null }
  | { kind: 'status'; name: LeadStatus }
);

/** Days in their order; of all else the most leads first, then by name, and what has none before the others. */
export function toLeadSums(
  sums: readonly SumOfGroups[],
): Pick<LeadSums, 'days' | 'byLanguage' | 'bySource' | 'byStatus'> {
  const found: ReturnType<typeof toLeadSums> = {
    ...{ days: [], byLanguage: [], bySource: [] },
    byStatus: Object.fromEntries(leadStatuses.map((status) => [status, 0])) as LeadSums['byStatus'],
  };
  for (const sum of sums) {
    const { leads, clients } = sum;
    if (sum.kind === 'day') found.days.push({ day: sum.name, leads, clients });
    else if (sum.kind === 'language') found.byLanguage.push({ language: sum.name, leads });
    else if (sum.kind === 'source')
      found.bySource.push({ source: sum.name, campaign: sum.campaign, leads, clients });
    else found.byStatus[sum.name] = leads;
  }
  found.days.sort((a, b) => compare(a.day, b.day));
  found.byLanguage.sort((a, b) => b.leads - a.leads || compare(a.language, b.language));
  found.bySource.sort(
    (a, b) => b.leads - a.leads || compare(a.source, b.source) || compare(a.campaign, b.campaign),
  );
  return found;
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a < b) ? -1 : 1;
}
