import { defaultLanguage, isLanguage } from '../../contract/languages.ts';
import { inLanguage } from '../i18n/addresses.ts';
import { rememberedLanguage, rememberLanguage } from '../i18n/remembered-language.ts';

/** An address that names no language shows the one chosen on the last visit; true when it leaves for it. */
export function followRememberedLanguage(): boolean {
  // Asked first: the other takes the browser milliseconds.
  if (/[?&]lang=/.test(location.search)) return false;
  // A step back (2) leads to the page as it was left, with what was typed into it: the other one would be empty.
  // Browsers may drop what is deprecated, and a script that stops here leaves the page without life.
  if (performance.navigation?.type === 2) return false;
  const remembered = rememberedLanguage();
  if (!remembered || remembered === defaultLanguage) return false;
  location.replace(inLanguage(location, remembered));
  // The page it leaves for is reached from this one: who led here is kept for it (site/figures/arrival.ts), unless that was
  // a page of the site. Last, for this storage may be forbidden where the other is not. A site for a static host has
  // nobody to tell.
  if (!__HOSTED_PROJECT__ && !document.referrer.startsWith(`${location.origin}/`))
    sessionStorage.from = document.referrer;
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
