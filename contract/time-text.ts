/** Times as people in Tashkent read them. `Intl` prints `2026 M11 16` for Uzbek in Chromium. */
import { fill } from './fill.ts';
import { type Language, languages, monthsIn } from './languages.ts';
import { numberText } from './number-text.ts';
import { tashkentDate, tashkentMinute } from './tashkent-time.ts';

/** `16-noyabr`, with the year unless it is the current one. */
export function dayText(isoDay: string, language: Language, today = tashkentDate(Date.now())): string {
  const [year = '', month = '', date = ''] = isoDay.split('-');
  const { dayAndMonth, fullDate } = languages[language];
  const form = today.startsWith(year) ? dayAndMonth : fullDate;
  return fill(form, { year, month: monthsIn(language)[Number(month) - 1] ?? month, day: Number(date) });
}

/** `16-noyabr, 14:05` */
export function momentText(time: Date, language: Language, today?: string): string {
  const [isoDay = '', clock = ''] = tashkentMinute(time).split(' ');
  return `${dayText(isoDay, language, today)}, ${clock}`;
}

type HourWords = Record<'none' | 'minutes' | 'hours' | 'days', string>;

/** `40 daq`, `3,5 soat`, `2 kun`. */
export function hoursText(hours: number | null, language: Language, words: HourWords): string {
  if (hours === null) return words.none;
  if (hours < 1) return fill(words.minutes, { count: Math.max(1, Math.round(hours * 60)) });
  if (hours < 48) return fill(words.hours, { count: numberText(Math.round(hours * 10) / 10, language) });
  return fill(words.days, { count: Math.round(hours / 24) });
}
