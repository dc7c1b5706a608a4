import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';

const minuteMs = 60_000;
/** A digest late in the evening may be tried beyond midnight for so long. */
const atLeastMs = 120 * minuteMs;

/**
 * The digest that may go out now: of today, once its time (`09:00` in Tashkent) has come. One that could not go out all
 * day is not sent in the night.
 */
export function digestDue(now: Date, time: string): { day: string; at: Date } | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const [today, yesterday] = [0, 1].map((daysBefore) => {
    const day = tashkentDate(now, daysBefore);
    const midnight = startOfTashkentDay(day) as Date;
    return { day, at: new Date(midnight.getTime() + (hour * 60 + minute) * minuteMs) };
  }) as [Due, Due];
  if (today.at <= now) return today;
  return now.getTime() - yesterday.at.getTime() < atLeastMs ? yesterday : null;
}

type Due = { day: string; at: Date };
