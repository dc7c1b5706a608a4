/** Stands at the page's end, where it is out of the way of the first screen's bytes. */
import { firstPaint } from './first-paint.ts';
import { fetchMainScript } from './main-script.ts';
import { revealSections } from './reveal.ts';

firstPaint().then(() => {
  // The early script left for another language: nothing is needed here any more.
  if (!document.documentElement.classList.contains('js')) return;
  fetchMainScript();
  // Until somebody scrolls there is nothing to reveal, and to look for it would come in the way of the main script.
  addEventListener('scroll', revealSections, { once: true, passive: true });
  // WebKit drops what is on its way when a page is left, and keeps the page. What has arrived does not run again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !document.documentElement.classList.contains('hydrated')) fetchMainScript();
  });
});
