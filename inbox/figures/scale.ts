import type { Figures } from '../../contract/inbox.ts';

/** The top of a scale: not below the most, a round number, and so is its half. */
export function niceTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 6, 8, 10, 12, 16]) if (step * unit >= most) return step * unit;
  }
}

/** Sums of seven days each, ending with the last day; the first week may be shorter. */
export function weeksOf(days: Figures['days']): Figures['days'] {
  const weeks: Figures['days'] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    weeks.unshift({
      day: week[0]?.day ?? '',
      leads: week.reduce((sum, { leads }) => sum + leads, 0),
      clients: week.reduce((sum, { clients }) => sum + clients, 0),
    });
  }
  return weeks;
}
