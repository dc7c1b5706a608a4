import type { Deadlines } from '#content/content.ts';
import type { MonthDay } from '#content/facts.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';

type DeadlineName = keyof Deadlines;
export type DeadlineDate = MonthDay & { names: DeadlineName[] };

const dayOrder = ({ month, day }: MonthDay) => month * 100 + day;

/** In the order of the year, each with all deadlines on that day. */
export function datesOfTheYear(deadlines: Record<string, MonthDay>): DeadlineDate[] {
  const dates = new Map<number, DeadlineDate>();
  for (const [name, date] of Object.entries(deadlines)) {
    const existing = dates.get(dayOrder(date));
    if (existing) existing.names.push(name as DeadlineName);
    else dates.set(dayOrder(date), { ...date, names: [name as DeadlineName] });
  }
  return [...dates.values()].sort((one, other) => dayOrder(one) - dayOrder(other));
}

/** The index of the next date, today included. */
export function nextDate(dates: DeadlineDate[], now: number): number {
  const today = Number(tashkentDate(now).slice(5).replace('-', ''));
  return Math.max(
    0,
    dates.findIndex((date) => dayOrder(date) >= today),
  );
}
