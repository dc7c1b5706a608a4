import type { Language } from '../../contract/languages.ts';

/** The badge has the Russian or the Uzbek word for consultation, or the FAQ is English. */
export function faqLanguage(badge: string): Language {
  const text = badge.toLowerCase();
  if (text.includes('консультац')) return 'ru';
  if (text.includes('konsultatsiya') || text.includes('maslahat')) return 'uz';
  return 'en';
}
