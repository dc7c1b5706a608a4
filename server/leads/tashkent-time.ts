// Uzbekistan is five hours ahead of UTC all year round (no summer time since 1992): plain arithmetic does,
// and gives the same answer whatever time zone data the machine has.
const offsetMs = 5 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** `2026-11-01T14:05:09+05:00` */
export function tashkentIso(time: Date): string {
  return `${new Date(time.getTime() + offsetMs).toISOString().slice(0, 19)}+05:00`;
}

/** `2026-11-01 14:05` */
export function tashkentMinute(time: Date): string {
  return tashkentIso(time).slice(0, 16).replace('T', ' ');
}

/** The first moment of a day (`2026-11-01`) in Tashkent; null when there is no such day. */
export function tashkentDay(day: string): Date | null {
  const midnightUtc = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnightUtc.getTime()) || midnightUtc.toISOString().slice(0, 10) !== day) return null;
  return new Date(midnightUtc.getTime() - offsetMs);
}

/** The day in Tashkent, `2026-11-01`, that so many days lie before. */
export const tashkentDate = (time: Date, daysBefore = 0): string =>
  tashkentIso(new Date(time.getTime() - daysBefore * dayMs)).slice(0, 10);

/** Its end: the first moment of the next day. */
export function endOfTashkentDay(day: string): Date | null {
  const start = tashkentDay(day);
  return start && new Date(start.getTime() + dayMs);
}
