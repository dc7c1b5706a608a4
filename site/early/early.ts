/**
 * Runs in the head, before the first paint. Redirects to the remembered language. Otherwise sets the root classes: `js`, and
 * `scrolled` after 20 px. Remembers every language that is chosen, also before hydration.
 */
import { defaultLanguage, isLanguage } from '#contract/languages.ts';
import { rememberedLanguage, rememberLanguage } from '#site/i18n/remembered-language.ts';
import { urlInLanguage } from '#site/i18n/url-in-language.ts';
import { saveAttribution } from '#site/stats/attribution.ts';

const root = document.documentElement;
const remembered = rememberedLanguage();

if (remembered && remembered !== defaultLanguage && mayRedirect()) {
  saveAttribution();
  location.replace(urlInLanguage(location.href, remembered));
} else {
  root.classList.add('js');
  addEventListener('scroll', () => root.classList.toggle('scrolled', scrollY > 20), { passive: true });
  addEventListener('click', rememberChoice, true);
}

/** Going back must restore the page as it was, with its form. */
function mayRedirect(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !/[?&]lang=/.test(location.search) && navigation?.type !== 'back_forward';
}

/** Also adds the section on screen to the link, so that the other language opens there. */
function rememberChoice(event: Event): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-language]');
  const chosen = link?.dataset.language;
  if (!link || !isLanguage(chosen)) return;
  rememberLanguage(chosen);
  link.hash = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('section')?.id ?? '';
}
