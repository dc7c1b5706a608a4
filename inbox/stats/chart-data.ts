import type { Stats } from '#contract/inbox.ts';

/** A round number with a round half. */
export function niceTop(max: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 6, 8, 10, 12, 16]) if (step * unit >= max) return step * unit;
  }
}

/** The last week ends today; the first may be shorter. */
export function weeksOf(days: Stats['days']): Stats['days'] {
  const weeks: Stats['days'] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    const sum = (series: 'visits' | 'leads' | 'clients') =>
      week.reduce((total, day) => total + day[series], 0);
    weeks.unshift({
      day: week[0]?.day ?? '',
      visits: sum('visits'),
      leads: sum('leads'),
      clients: sum('clients'),
    });
  }
  return weeks;
}

/** How many of the first columns end before the first counted day. */
export const countUncounted = (columns: readonly { day: string }[], countedSince: string | null): number =>
  columns.filter((_, index) => {
    const next = columns[index + 1]?.day;
    return countedSince !== null && next !== undefined && next <= countedSince;
  }).length;
