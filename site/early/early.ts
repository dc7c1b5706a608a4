/**
 * Before the first paint a visitor whose device remembers another language is sent there, the styles learn that there
 * is script, and Firefox gets the fonts that stand in for ours. From the start the header follows the scrolling, and a
 * chosen language is remembered and leads to the same section. After the first paint, and again where a page that was
 * left is come back to, the main script is asked for, and from the first scroll on sections are revealed (after-paint.ts).
 *
 * Both scripts stand inside the page, this one in its head: as a file it would come between the document and the paint.
 */
import { followRememberedLanguage, prepareSwitch } from './language.ts';
import { loadStandInFonts } from './stand-in-fonts.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');
  loadStandInFonts();
  addEventListener('scroll', () => root.classList.toggle('scrolled', scrollY > 20), { passive: true });
  addEventListener('click', prepareSwitch, true);
}
