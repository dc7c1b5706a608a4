/**
 * What cannot wait for React, put into the page's head as one inline script: before the first paint the remembered
 * language and what need not be laid out yet, after it the fonts, the main script and the reveal of sections. As a file
 * of its own it would stand between the document and the first paint.
 */
import type { Language } from '../i18n/languages.ts';
import { fetchFonts } from '../late-fonts.ts';
import { nextTask } from '../next-task.ts';
import { followRememberedLanguage, rememberChosenLanguage } from './language.ts';
import { layOutLater } from './lazy-layout.ts';
import { fetchMainScript } from './main-script.ts';
import { holdManifestBack, releaseManifest } from './manifest.ts';
import { firstPaint } from './painted.ts';
import { revealSections } from './reveal.ts';

const root = document.documentElement;

if (!followRememberedLanguage()) {
  root.classList.add('js');
  layOutLater();
  holdManifestBack();

  const markScrolled = () => root.classList.toggle('scrolled', scrollY > 20);
  const parsed = new Promise<unknown>((resolve) => {
    // Already parsed only in development, where this comes as a module.
    if (document.readyState !== 'loading') resolve(null);
    addEventListener('DOMContentLoaded', resolve);
  });
  addEventListener('scroll', markScrolled, { passive: true });
  addEventListener('click', rememberChosenLanguage, true);

  Promise.all([parsed, firstPaint]).then(async () => {
    fetchFonts(root.lang as Language);
    fetchMainScript();
    await nextTask();
    revealSections();
    releaseManifest();
  });
}
