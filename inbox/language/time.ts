/**
 * Times as people in Tashkent read them, whatever zone the phone is set to: five hours ahead of UTC all year round.
 * Not by `Intl`, which prints `2026 M11 16` for Uzbek in Chromium.
 */

import { fill } from '../../contract/fill.ts';
import { type Language, languages } from '../../contract/languages.ts';
import { numberText } from './number.ts';
import type { InboxWords } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const aheadOfUtc = 5 * hour;

const inTashkent = (time: number) => new Date(time + aheadOfUtc).toISOString();

/** `2026-11-16` */
export const tashkentDay = (time: number) => inTashkent(time).slice(0, 10);

/** The first of so many days that end today. */
export const firstOfDays = (days: number, now: number) => tashkentDay(now - (days - 1) * day);

/** `16-noyabr`, with its year when that is not the present one. */
export function dayText(isoDay: string, language: Language, now: number): string {
  const [year = '', month = '', date = ''] = isoDay.split('-');
  const { months, dayAndMonth, fullDate } = languages[language];
  const form = tashkentDay(now).startsWith(year) ? dayAndMonth : fullDate;
  return fill(form, { year, month: months[Number(month) - 1] ?? month, day: Number(date) });
}

/** `16-noyabr, 14:05` */
export function momentText(iso: string, language: Language, now: number): string {
  const local = inTashkent(Date.parse(iso));
  return `${dayText(local.slice(0, 10), language, now)}, ${local.slice(11, 16)}`;
}

/** How long ago, as short as a list needs it. */
export function ageText(
  iso: string,
  { language, words }: { language: Language; words: InboxWords },
  now: number,
): string {
  const then = Date.parse(iso);
  // A phone whose clock is behind has leads from the future: they are new.
  const age = Math.max(0, now - then);
  if (age < minute) return words.time.now;
  if (age < hour) return fill(words.time.minutes, { count: Math.floor(age / minute) });
  if (tashkentDay(then) === tashkentDay(now))
    return fill(words.time.hours, { count: Math.floor(age / hour) });
  if (tashkentDay(then) === tashkentDay(now - day)) return words.time.yesterday;
  return dayText(tashkentDay(then), language, now);
}

/** `40 daq`, `3,5 soat`, `2 kun`. */
export function hoursText(
  hours: number | null,
  { language, words: { figures } }: { language: Language; words: InboxWords },
): string {
  if (hours === null) return figures.none;
  if (hours < 1) return fill(figures.minutes, { count: Math.max(1, Math.round(hours * 60)) });
  if (hours < 48) return fill(figures.hours, { count: numberText(Math.round(hours * 10) / 10, language) });
  return fill(figures.daysLong, { count: Math.round(hours / 24) });
}
