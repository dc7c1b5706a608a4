import { type RefObject, useEffect, useRef } from 'react';
import { offScreen, type Place, screenHeight } from './slides.ts';

type Direction = -1 | 1;
type Swipe = {
  canMove(direction: Direction): boolean;
  /** Where on the screen the slide in that direction would stand. */
  place(direction: Direction): Place;
  move(direction: Direction): void;
};

/** A drag shorter than this is a tap or a tremble. */
const shortest = 36;

/** How far the page is scrolled at most to show a slide whole. One swipe of the page itself may go twice as far. */
const farthest = 80;

/**
 * One swipe, one step. Whether a drag is ours is decided by its first movement: upright, and towards a slide
 * that exists. Any other one is left to the browser, which scrolls the page; so are touches as long as that slide would
 * be far from whole on the screen, for who swipes then is on the way to the carousel or past it, and when the element
 * is higher than the screen or the visitor has zoomed in: it would take one for each slide to get past it. By the little
 * that a slide would be off the screen, the page is scrolled. React's own touch listeners are passive and could not keep
 * the page still, so these are added by hand.
 */
export function useSwipe(
  element: RefObject<HTMLElement | null>,
  /** What lies over it: a finger that begins there means the same. */
  over: RefObject<HTMLElement | null>,
  swipe: Swipe,
): void {
  const current = useRef(swipe);
  current.current = swipe;

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let start: { x: number; y: number } | null = null;
    let ours = false;
    let byTouch = false;

    const begin = (x: number, y: number, touch: boolean) => {
      start = { x, y };
      ours = false;
      byTouch = touch;
    };
    const canMove = (direction: Direction): boolean =>
      current.current.canMove(direction) &&
      (!byTouch || Math.abs(offScreen(current.current.place(direction))) <= farthest);
    /** True while the drag belongs to the carousel. */
    const drag = (x: number, y: number): boolean => {
      if (!start) return false;
      if (ours) return true;
      const [dx, dy] = [x - start.x, y - start.y];
      if (Math.abs(dx) < 4 && Math.abs(dy) < 4) return false;
      ours = Math.abs(dy) > Math.abs(dx) && canMove(dy < 0 ? 1 : -1);
      if (!ours) start = null;
      return ours;
    };
    const end = (y: number) => {
      const distance = start && ours ? y - start.y : 0;
      start = null;
      if (Math.abs(distance) < shortest) return;
      const direction = distance < 0 ? 1 : -1;
      if (!current.current.canMove(direction)) return;
      if (byTouch) scrollBy({ top: offScreen(current.current.place(direction)) });
      current.current.move(direction);
    };

    const controller = new AbortController();
    const { signal } = controller;
    for (const touched of [target, over.current]) {
      touched?.addEventListener(
        'touchstart',
        ({ touches: [touch, second] }) => {
          const fits = target.offsetHeight <= screenHeight();
          if (touch && !second && fits) begin(touch.clientX, touch.clientY, true);
          else start = null;
        },
        { passive: true, signal },
      );
      touched?.addEventListener(
        'touchmove',
        (event) => {
          const touch = event.touches[0];
          if (touch && drag(touch.clientX, touch.clientY) && event.cancelable) event.preventDefault();
        },
        { passive: false, signal },
      );
      touched?.addEventListener('touchend', ({ changedTouches: [touch] }) => touch && end(touch.clientY), {
        signal,
      });
      touched?.addEventListener('touchcancel', () => (start = null), { signal });
    }

    target.addEventListener(
      'pointerdown',
      (event) => {
        if (event.pointerType !== 'mouse' || event.button !== 0) return;
        begin(event.clientX, event.clientY, false);
      },
      { signal },
    );
    addEventListener(
      'pointermove',
      (event) => event.pointerType === 'mouse' && drag(event.clientX, event.clientY),
      { signal },
    );
    addEventListener('pointerup', (event) => event.pointerType === 'mouse' && end(event.clientY), { signal });
    return () => controller.abort();
  }, [element, over]);
}
