/**
 * Most of the work before the first paint would be the style and layout of what lies below the screen. So sections
 * wait as empty boxes (`.lazy` in base.css) until the visitor comes near them or, soon after, until React has the
 * page and lays them out one by one (site/lay-out.ts). Where heights matter sooner, all are laid out at once.
 */
const root = document.documentElement;

export function layOutLater(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // An anchor, a reload or the way back may begin further down.
  if (location.hash || visit?.type !== 'navigate') return;
  root.classList.add('lazy');
  addEventListener('click', layOutForAnchor, true);
}

function layOutForAnchor({ target }: Event): void {
  // The menu's button is a link, too, but leads nowhere.
  if ((target as Element).closest?.('a[href*="#"]:not([href="#menu"])')) root.classList.remove('lazy');
}
