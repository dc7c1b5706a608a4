import type { Deadlines } from '../../../content/content.ts';
import type { MonthDay } from '../../../content/facts.ts';

type DeadlineName = keyof Deadlines;
export type DeadlineDate = MonthDay & { names: DeadlineName[] };

const place = ({ month, day }: MonthDay) => month * 100 + day;

/** The last days to apply in the order of the year, each with everything that ends on it. */
export function datesOfTheYear(deadlines: Record<string, MonthDay>): DeadlineDate[] {
  const dates = new Map<number, DeadlineDate>();
  for (const [name, date] of Object.entries(deadlines)) {
    const known = dates.get(place(date));
    if (known) known.names.push(name as DeadlineName);
    else dates.set(place(date), { ...date, names: [name as DeadlineName] });
  }
  return [...dates.values()].sort((one, other) => place(one) - place(other));
}

/** Tashkent is five hours ahead of UTC all year round. */
const ahead = 5 * 60 * 60 * 1000;

/** Which of the dates comes next, today's included; after the last of a year the first of the following one. */
export function nextDate(dates: DeadlineDate[], now: number): number {
  const there = new Date(now + ahead);
  const today = place({ month: there.getUTCMonth() + 1, day: there.getUTCDate() });
  return Math.max(
    0,
    dates.findIndex((date) => place(date) >= today),
  );
}
