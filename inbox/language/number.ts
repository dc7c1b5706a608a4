import type { Language } from '../../site/i18n/languages.ts';

/** `18 563` and `4,4`, in English `18,563` and `4.4`. Not by `Intl`, for the reason that times are not (time.ts). */
export function numberText(value: number, language: Language): string {
  const [thousands, decimal] = language === 'en' ? [',', '.'] : ['\u00a0', ','];
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  return fraction ? grouped + decimal + fraction : grouped;
}
