import type { Stats } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { numberText } from '#contract/number-text.ts';

/** With fewer visits one lead more or less changes the share too much. */
export const minVisits = 20;

/** `4,4 %`; null when the whole is too small, or smaller than the part because leads were counted before visits. */
export function shareText(part: number, whole: number, language: Language): string | null {
  if (whole < minVisits || part > whole) return null;
  const percent = (100 * part) / whole;
  // One lead of a thousand visits is not 0 %.
  const rounded =
    percent > 0 && percent < 10 ? Math.max(0.1, Number(percent.toFixed(1))) : Math.round(percent);
  return numberText(rounded, language) + (language === 'en' ? '%' : '\u00a0%');
}

/** Whether the period has days, and leads, from before visits were counted. Such leads have no visits to compare with. */
export function beforeCounting({ days, countedSince }: Pick<Stats, 'days' | 'countedSince'>) {
  const before = days.filter(({ day }) => countedSince !== null && day < countedSince);
  return { days: before.length > 0, leads: before.some(({ leads }) => leads > 0) };
}
