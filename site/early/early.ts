/**
 * What cannot wait for React, put into the page's head as one inline script: before the first paint the remembered
 * language and the header's ground, after it the main script and the reveal of sections. As a file of its own it
 * would stand between the document and the first paint.
 */
import { followRememberedLanguage, rememberChosenLanguage } from './language.ts';
import { fetchMainScript } from './main-script.ts';
import { firstPaint } from './painted.ts';
import { revealSections } from './reveal.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');

  const markScrolled = () => root.classList.toggle('scrolled', scrollY > 20);
  const parsed = new Promise<unknown>((resolve) => {
    // Already parsed only in development, where this comes as a module.
    if (document.readyState !== 'loading') resolve(null);
    addEventListener('DOMContentLoaded', resolve);
  });
  addEventListener('scroll', markScrolled, { passive: true });
  addEventListener('DOMContentLoaded', markScrolled);
  addEventListener('click', rememberChosenLanguage, true);

  Promise.all([parsed, firstPaint]).then(() => {
    fetchMainScript();
    revealSections();
  });
}
