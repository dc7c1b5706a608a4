import { keptFree } from './kept-free.ts';

/**
 * Texts differ in length from language to language, and a question that closes makes room. What the visitor is reading
 * stays where it is on the screen: unless told, the field with the focus, an open question, else what lies in the
 * middle. Chromium and Firefox would hold the topmost thing in place, WebKit nothing at all, so theirs is switched off
 * for the moment.
 */
export function keepPlace(change: () => void, read = whatIsRead()): void {
  if (!read || scrollY === 0) {
    change();
    return;
  }
  const root = document.documentElement;
  const before = read.getBoundingClientRect().top;
  root.style.overflowAnchor = 'none';
  change();
  scrollBy({ top: read.getBoundingClientRect().top - before, behavior: 'instant' });
  requestAnimationFrame(() => {
    root.style.overflowAnchor = '';
  });
}

/** How long nothing may scroll, in milliseconds, until somebody reads. */
const stillness = 150;

/**
 * Who turns the phone goes on where they were. Browsers hold a place by themselves only while nothing around it has other
 * distances than before, and on a screen of another width everything has.
 */
export function keepPlaceWhenTurned(): () => void {
  const root = document.documentElement;
  const controller = new AbortController();
  const { signal } = controller;
  let width = root.clientWidth;
  let timer = 0;
  let turning = false;
  /** Where the last turn has left the page: as long as it stands there, what was read before is still read. */
  let left = Number.NaN;
  let read: Element | null = null;
  /** The line that is read: how far down the element, and how far down the screen. */
  let [inElement, onScreen] = [0, 0];

  const look = () => {
    const found = scrollY === 0 ? null : whatIsRead();
    // In a carousel another slide may be shown by then: it is the carousel that stays.
    read = found?.closest('[role="group"]') ?? found;
    if (!read) return;
    const { top, bottom, height } = read.getBoundingClientRect();
    const line = Math.max(top, Math.min(innerHeight / 2, bottom));
    inElement = (line - top) / (height || 1);
    onScreen = line / innerHeight;
  };
  const goOn = () => {
    turning = false;
    if (!read?.isConnected) return;
    const { top, height } = read.getBoundingClientRect();
    const line = inElement * height;
    // Not under the header, if it need not.
    const least = height < innerHeight - keptFree() ? keptFree() + line : 0;
    scrollBy({ top: top + line - Math.max(onScreen * innerHeight, least), behavior: 'instant' });
    left = scrollY;
  };
  const lookLater = (event?: Event) => {
    clearTimeout(timer);
    // While the phone is being turned nobody reads.
    if (turning || (event?.type === 'scroll' && scrollY === left)) return;
    timer = window.setTimeout(look, stillness);
  };

  lookLater();
  addEventListener('scroll', lookLater, { passive: true, signal });
  addEventListener('focusin', lookLater, { signal });
  addEventListener(
    'resize',
    () => {
      // Only the height is another when a keyboard or the browser's own bars come and go.
      if (root.clientWidth === width) return;
      width = root.clientWidth;
      turning = true;
      clearTimeout(timer);
      // After the observers of sizes, the carousel's for one, which run between the two.
      requestAnimationFrame(() => setTimeout(goOn));
    },
    { signal },
  );
  return () => controller.abort();
}

function whatIsRead(): Element | null {
  const candidates = [
    document.activeElement?.closest('main input, main textarea, main button, main a, main summary'),
    ...document.querySelectorAll('main details[open] summary'),
  ];
  const middle = document.elementsFromPoint(innerWidth / 2, innerHeight / 2);
  const around = middle.find((one) => one.closest('main, footer'));
  return candidates.find((one) => one && isWhole(one)) ?? (around ? wordsIn(around) : null);
}

const lines = 'h1, h2, h3, p, li, dt, dd, th, td, label';

/**
 * What of it stands nearest to the middle of the screen. Between two paragraphs lies only what holds them both: it
 * would stay, and all that is seen of it move. A span, or what a translator has put around words, is replaced with them.
 */
function wordsIn(around: Element): Element {
  const holder = around.closest(':not(span, font)') as Element;
  const inSlides = holder.closest('[role="group"]');
  const middle = innerHeight / 2;
  // What is not on the screen, or not shown at all, is farther.
  let [nearest, least] = [holder, middle];
  for (const words of holder.querySelectorAll(lines)) {
    // Not those of a carousel beside it, whose other slides stand out of it unseen.
    if (words.closest('[role="group"]') !== inSlides || words.querySelector(lines)) continue;
    const { top, bottom } = words.getBoundingClientRect();
    const away = Math.max(top - middle, middle - bottom, 0);
    if (away < least) [nearest, least] = [words, away];
  }
  return nearest;
}

function isWhole(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
