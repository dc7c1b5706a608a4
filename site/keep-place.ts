/**
 * Changes the page's height and keeps an element, by default the one in the middle of the screen, where it is. Replaces the
 * browsers' scroll anchoring, which WebKit lacks.
 */
export function keepInPlace(change: () => void, kept = elementInTheMiddle()): void {
  const root = document.documentElement;
  const before = kept?.getBoundingClientRect().top ?? 0;
  root.style.overflowAnchor = 'none';
  change();
  const moved = (kept?.getBoundingClientRect().top ?? 0) - before;
  if (scrollY > 0) scrollBy({ top: moved, behavior: 'instant' });
  requestAnimationFrame(() => {
    root.style.overflowAnchor = '';
  });
}

/** One that React keeps when the language changes. */
const elementInTheMiddle = (): Element | null | undefined =>
  document
    .elementFromPoint(innerWidth / 2, innerHeight / 2)
    ?.closest('details, li, p, h2, h3, tr, form, section, footer');
