/**
 * Runs in the head, before the first paint. It opens the page in the language that the device remembers, and marks the
 * root for the styles: `js`, and `scrolled` once the page is scrolled by more than 20 px. It makes the links of the language
 * switch remember the choice even before React is there.
 */
import { defaultLanguage, isLanguage } from '../../contract/languages.ts';
import { inLanguage } from '../i18n/addresses.ts';
import { rememberedLanguage, rememberLanguage } from '../i18n/remembered-language.ts';
import { keepReferrer } from '../stats/arrival.ts';

const root = document.documentElement;
const remembered = rememberedLanguage();

if (remembered && remembered !== defaultLanguage && isBareAddress()) {
  keepReferrer();
  location.replace(inLanguage(location, remembered));
} else {
  root.classList.add('js');
  addEventListener('scroll', () => root.classList.toggle('scrolled', scrollY > 20), { passive: true });
  addEventListener('click', prepareSwitch, true);
}

/** A step back shows the page as it was left, with what was typed into it. */
function isBareAddress(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !/[?&]lang=/.test(location.search) && navigation?.type !== 'back_forward';
}

/** The page in the other language opens at the same section. */
function prepareSwitch(event: Event): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-language]');
  const chosen = link?.dataset.language;
  if (!link || !isLanguage(chosen)) return;
  rememberLanguage(chosen);
  link.hash = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('section')?.id ?? '';
}
