/** Stands at the page's end, where it is out of the way of the first screen's bytes. */
import { nextTask } from '../next-task.ts';
import { firstPaint } from './first-paint.ts';
import { fetchMainScript } from './main-script.ts';
import { revealSections } from './reveal.ts';

firstPaint().then(async () => {
  // The early script left for another language: nothing is needed here any more.
  if (!document.documentElement.classList.contains('js')) return;
  fetchMainScript();
  await nextTask();
  revealSections();
});
