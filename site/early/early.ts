/**
 * Before the first paint a visitor whose device remembers another language is sent there, and the styles learn that
 * there is script. After it the main script is asked for, and then sections below the screen begin to be revealed.
 * From the start the header follows the scrolling, and a chosen language is remembered.
 *
 * All of it stands inside the page's head: as a file it would come between the document and the first paint.
 */
import { nextTask } from '../next-task.ts';
import { firstPaint } from './first-paint.ts';
import { followRememberedLanguage, rememberChosenLanguage } from './language.ts';
import { fetchMainScript } from './main-script.ts';
import { revealSections } from './reveal.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');
  addEventListener('scroll', () => root.classList.toggle('scrolled', scrollY > 20), { passive: true });
  addEventListener('click', rememberChosenLanguage, true);
  addEventListener('DOMContentLoaded', async () => {
    await firstPaint();
    fetchMainScript();
    await nextTask();
    revealSections();
  });
}
