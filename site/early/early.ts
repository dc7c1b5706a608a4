/**
 * Before the first paint a visitor whose device remembers another language is sent there, and the styles learn that
 * there is script. From the start the header follows the scrolling, and a chosen language is remembered. After the first
 * paint the main script is asked for, and sections below the screen begin to be revealed (after-paint.ts).
 *
 * Both scripts stand inside the page, this one in its head: as a file it would come between the document and the paint.
 */
import { followRememberedLanguage, rememberChosenLanguage } from './language.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');
  addEventListener('scroll', () => root.classList.toggle('scrolled', scrollY > 20), { passive: true });
  addEventListener('click', rememberChosenLanguage, true);
}
