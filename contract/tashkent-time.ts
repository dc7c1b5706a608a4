// Uzbekistan is five hours ahead of UTC all year round. Plain arithmetic does not depend on the machine's time zone data.
const offset = '+05:00';
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
const offsetMs = 5 * hourMs;

type Time = Date | number;

/** `2026-11-01T14:05:09+05:00` */
export const tashkentIso = (time: Time): string =>
  new Date(Number(time) + offsetMs).toISOString().slice(0, 19) + offset;

/** `2026-11-01 14:05` */
export const tashkentMinute = (time: Time): string => tashkentIso(time).slice(0, 16).replace('T', ' ');

/** `2026-11-01`, `daysBefore` days earlier */
export const tashkentDate = (time: Time, daysBefore = 0): string =>
  tashkentIso(Number(time) - daysBefore * dayMs).slice(0, 10);

/** The first of the last `days` days, today included. */
export const firstDayOfLast = (days: number, now: number): string => tashkentDate(now, days - 1);

/** Null when there is no such day. */
export function startOfTashkentDay(day: string): Date | null {
  const start = new Date(`${day}T00:00:00${offset}`);
  return !Number.isNaN(start.getTime()) && tashkentDate(start) === day ? start : null;
}

/** The first moment of the next day. */
export function endOfTashkentDay(day: string): Date | null {
  const start = startOfTashkentDay(day);
  return start && new Date(start.getTime() + dayMs);
}
