/**
 * What the first paint must not wait for, as an inline script at the page's end: the fonts, the main script, the reveal
 * of sections. There it is out of the way of the first screen's bytes, and everything before it is parsed.
 */
import type { Language } from '../i18n/languages.ts';
import { fetchFonts } from '../late-fonts.ts';
import { nextTask } from '../next-task.ts';
import { firstPaint } from './first-paint.ts';
import { fetchMainScript } from './main-script.ts';
import { releaseManifest } from './manifest.ts';
import { revealSections } from './reveal.ts';

const root = document.documentElement;

firstPaint.then(async () => {
  // The early script left for another language: nothing is needed here any more.
  if (!root.classList.contains('js')) return;
  fetchFonts(root.lang as Language);
  await nextTask();
  fetchMainScript();
  await nextTask();
  revealSections();
  releaseManifest();
});
