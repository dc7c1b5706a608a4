/**
 * What cannot wait for anything, put into the page's head as an inline script: the remembered language and the
 * header's ground. It also tells the styles that there is script at all.
 */
import { followRememberedLanguage, rememberChosenLanguage } from './language.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');

  const markScrolled = () => root.classList.toggle('scrolled', scrollY > 20);
  addEventListener('scroll', markScrolled, { passive: true });
  addEventListener('DOMContentLoaded', markScrolled);
  addEventListener('click', rememberChosenLanguage, true);
}
