/**
 * Before the first paint: the language that the device remembers is followed, the styles learn that there is script, and
 * Firefox loads the fonts that stand in for ours. From then on the header follows the scrolling, and a chosen language is
 * remembered. After the first paint (after-paint.ts) the main script is asked for, and from the first scroll on sections
 * are revealed.
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
