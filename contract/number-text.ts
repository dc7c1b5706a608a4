import type { Language } from './languages.ts';

/** `18 563` and `4,4`, in English `18,563` and `4.4`. Not every browser's `Intl` knows Uzbek. */
export function numberText(value: number, language: Language): string {
  const [thousands, decimal] = language === 'en' ? [',', '.'] : ['\u00a0', ','];
  const [whole = '', fraction] = String(value).split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups.join(thousands) + (fraction ? decimal + fraction : '');
}
