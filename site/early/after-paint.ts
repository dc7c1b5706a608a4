/** Runs at the end of the document: fetches the main script after the first paint, and reveals sections from the first scroll on. */
import { revealSections } from './reveal.ts';

/** A slow device takes this long to draw the first frame. */
const drawing = 100;
/** A page that is opened in the background gets no frames. */
const patience = 1000;

let fetched = false;

requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(fetchMainScript, drawing)));
setTimeout(fetchMainScript, patience);

function fetchMainScript(): void {
  // Without `js` the page is about to be left for another language.
  if (fetched || !document.documentElement.classList.contains('js')) return;
  fetched = true;
  // In a template browsers leave the scripts alone.
  const template = document.getElementById('main-script') as HTMLTemplateElement;
  document.head.append(template.content.cloneNode(true));
  addEventListener('scroll', revealSections, { once: true, passive: true });
}
