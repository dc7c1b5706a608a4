/**
 * What cannot wait, put into the page's head as an inline script: the remembered language, what need not be laid out
 * yet, and the header's ground. As a file of its own it would stand between the document and the first paint. It also
 * tells the styles that there is script at all.
 */
import { followRememberedLanguage, rememberChosenLanguage } from './language.ts';
import { layOutLater } from './lazy-layout.ts';
import { holdManifestBack } from './manifest.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');
  layOutLater();
  holdManifestBack();

  const markScrolled = () => root.classList.toggle('scrolled', scrollY > 20);
  addEventListener('scroll', markScrolled, { passive: true });
  addEventListener('click', rememberChosenLanguage, true);
}
