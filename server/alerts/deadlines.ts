import { deadlines } from '../../content/facts.ts';

type DeadlineName = keyof typeof deadlines;
export type DeadlineAhead = { date: string; days: number; names: DeadlineName[] };

const announcedDaysBefore = [30, 7, 1];
const dayMs = 24 * 3_600_000;

/** The application deadlines the digest of this day (`2026-11-23`) announces, nearest first. */
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
    .filter(({ days }) => announcedDaysBefore.includes(days))
    .sort((one, other) => one.days - other.days);
}
