/** Runs at the end of the document: fetches the main script after the first paint and starts the reveal at the first scroll. */
import { revealSections } from './reveal.ts';

/** A slow phone needs this long to draw the first frame. */
const firstFrameMs = 100;
/** A page opened in the background gets no frames. */
const maxWaitMs = 1000;

let fetched = false;

requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(fetchMainScript, firstFrameMs)));
setTimeout(fetchMainScript, maxWaitMs);

function fetchMainScript(): void {
  // Without `js`, early.ts is redirecting to another language.
  if (fetched || !document.documentElement.classList.contains('js')) return;
  fetched = true;
  // Browsers do not run scripts inside a template.
  const template = document.getElementById('main-script') as HTMLTemplateElement;
  document.head.append(template.content.cloneNode(true));
  addEventListener('scroll', revealSections, { once: true, passive: true });
}
