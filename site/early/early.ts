/**
 * Everything that cannot wait for React, put into the page's head as one inline script: the remembered
 * language, the header's ground, the reveal of sections, and fetching the main script once the page is painted.
 */
import { followRememberedLanguage, rememberChosenLanguage } from './language.ts';
import { fetchMainScript } from './main-script.ts';
import { revealSections } from './reveal.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');

  const markScrolled = () => root.classList.toggle('scrolled', scrollY > 20);
  addEventListener('scroll', markScrolled, { passive: true });
  addEventListener('click', rememberChosenLanguage, true);

  document.addEventListener('DOMContentLoaded', () => {
    markScrolled();
    revealSections();
    fetchMainScript();
  });
}
