import { defaultLanguage, isLanguage } from '../../contract/languages.ts';
import { inLanguage } from '../i18n/addresses.ts';
import { rememberedLanguage, rememberLanguage } from '../i18n/remembered-language.ts';
import { keepReferrer } from '../stats/arrival.ts';

/** An address that names no language shows the one chosen on the last visit; true when it leaves for it. */
export function followRememberedLanguage(): boolean {
  if (/[?&]lang=/.test(location.search)) return false;
  // A step back leads to the page as it was left, with what was typed into it: the other one would be empty.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'back_forward') return false;
  const remembered = rememberedLanguage();
  if (!remembered || remembered === defaultLanguage) return false;
  keepReferrer();
  location.replace(inLanguage(location, remembered));
  return true;
}

/**
 * The switch is made of links, which work before React does. The choice must be kept even then: a visitor
 * whose device remembers Russian and who follows the link to Uzbek, `/`, would be sent straight back. And whoever reads
 * further down goes on with the same section.
 */
export function prepareSwitch(event: Event): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-language]');
  const chosen = link?.dataset.language;
  if (!link || !isLanguage(chosen)) return;
  rememberLanguage(chosen);
  link.hash = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('section')?.id ?? '';
}
