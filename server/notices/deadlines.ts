import { deadlines } from '../../content/facts.ts';

type DeadlineName = keyof typeof deadlines;
export type DeadlineAhead = { date: string; days: number; names: DeadlineName[] };

/** So many days before a last day to apply, staff are reminded of it. */
const remindersDays = [30, 7, 1];
const dayMs = 24 * 3_600_000;

/** The last days to apply that the people are to be reminded of on this day, `2026-11-23`, the nearest first. */
export function deadlinesAhead(day: string): DeadlineAhead[] {
  const today = Date.parse(day);
  const year = new Date(today).getUTCFullYear();
  const ahead = new Map<number, DeadlineName[]>();
  for (const [name, { month, day }] of Object.entries(deadlines)) {
    const thisYear = Date.UTC(year, month - 1, day);
    const date = thisYear < today ? Date.UTC(year + 1, month - 1, day) : thisYear;
    ahead.set(date, [...(ahead.get(date) ?? []), name as DeadlineName]);
  }
  return [...ahead]
    .map(([date, names]) => ({
      date: new Date(date).toISOString().slice(0, 10),
      days: Math.round((date - today) / dayMs),
      names,
    }))
    .filter(({ days }) => remindersDays.includes(days))
    .sort((one, other) => one.days - other.days);
}
