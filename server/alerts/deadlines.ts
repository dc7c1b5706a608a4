import type { Deadlines } from '#content/content.ts';
import { dayMs } from '#contract/tashkent-time.ts';

/** The deadlines announced on this day (`2026-11-23`), nearest first. */
export function deadlinesAhead(deadlines: Deadlines, day: string) {
  return [1, 7, 30]
    .map((days) => {
      const date = new Date(Date.parse(day) + days * dayMs);
      const [isoDay = ''] = date.toISOString().split('T');
      const names = (Object.keys(deadlines) as (keyof Deadlines)[]).filter((name) => {
        const { month, day } = deadlines[name];
        return month === date.getUTCMonth() + 1 && day === date.getUTCDate();
      });
      return { date: isoDay, days, names };
    })
    .filter(({ names }) => names.length > 0);
}
