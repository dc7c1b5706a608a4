/**
 * Most of the work before the first paint would be the style and layout of what lies below the screen. So sections
 * wait as empty boxes (`.lazy` in base.css) until the visitor comes near them or, soon after, until React has the
 * page and lays them out one by one (site/lay-out.ts). Where heights matter sooner, all are laid out at once.
 *
 * As long as the visitor has not moved, a phone does not even lay out what is near (`.unmoved`). But not for long:
 * what is not there cannot be searched or read aloud.
 */
const root = document.documentElement;
const patience = 2000;

export function layOutLater(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // An anchor, a reload or the way back may begin further down. `location.hash` hides a link to words (#:~:text=).
  if (visit?.type !== 'navigate' || visit.name.includes('#')) return;
  root.classList.add('lazy', 'unmoved');
  const move = () => root.classList.remove('unmoved');
  for (const type of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(type, move, { passive: true, once: true });
  setTimeout(move, patience);
  addEventListener('click', layOutForAnchor, true);
}

function layOutForAnchor({ target }: Event): void {
  // The menu's button is a link, too, but leads nowhere.
  if (!(target as Element).closest?.('a[href*="#"]:not([href="#menu"])')) return;
  root.classList.remove('lazy', 'unmoved');
}
