import type { Content } from './content.ts';

/** The language whose word for consultation is in the hero's badge. */
export function faqLanguage(badge: string): keyof Content['texts'] {
  const text = badge.toLowerCase();
  if (text.includes('консультац')) return 'ru';
  if (text.includes('konsultatsiya') || text.includes('maslahat')) return 'uz';
  return 'en';
}
