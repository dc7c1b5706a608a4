import type { Stats } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import { numberText } from '../../contract/number-text.ts';

/** Of fewer than so many, one more or less would turn the share over. */
export const fewest = 20;

/** `4,4 %`; null where a share would say more than is known: of too few, or of what was counted otherwise. */
export function shareText(part: number, whole: number, language: Language): string | null {
  if (whole < fewest || part > whole) return null;
  const percent = (100 * part) / whole;
  // Between nothing and something lies the difference that matters: one lead of a thousand visits is not 0 %.
  const rounded =
    percent > 0 && percent < 10 ? Math.max(0.1, Number(percent.toFixed(1))) : Math.round(percent);
  return numberText(rounded, language) + (language === 'en' ? '%' : '\u00a0%');
}

/** What lies before the first day that visits were counted. Leads from there have no visits to be compared with. */
export function beforeCounting({ days, countedSince }: Pick<Stats, 'days' | 'countedSince'>) {
  const before = days.filter(({ day }) => countedSince !== null && day < countedSince);
  return { days: before.length > 0, leads: before.some(({ leads }) => leads > 0) };
}
