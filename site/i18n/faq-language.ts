import type { Language } from '../../contract/languages.ts';

/**
 * The FAQ's language follows from the hero badge: it contains the Russian or the Uzbek word for
 * consultation, in any case and with any ending, or else it is English.
 */
export function faqLanguage(badge: string): Language {
  const text = badge.toLowerCase();
  if (text.includes('консультац')) return 'ru';
  if (text.includes('konsultatsiya') || text.includes('maslahat')) return 'uz';
  return 'en';
}
