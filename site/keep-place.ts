/**
 * Makes a change that alters the height of the page, and keeps an element where it is on the screen: by default what is in
 * the middle. WebKit has no scroll anchoring; the other engines' own is off meanwhile.
 */
export function keepPlace(change: () => void, kept = inTheMiddle()): void {
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

/** Only elements that React does not replace when the language changes. */
const inTheMiddle = (): Element | null | undefined =>
  document
    .elementFromPoint(innerWidth / 2, innerHeight / 2)
    ?.closest('details, li, p, h2, h3, tr, form, section, footer');
