import { type RefObject, useEffect, useRef } from 'react';

type Direction = -1 | 1;
type Swipe = { canMove(direction: Direction): boolean; move(direction: Direction): void };

/** A shorter drag is a tap or a tremor. In pixels. */
const shortest = 36;
/** How much of the box may be off the screen. In pixels. */
const tolerance = 80;

/**
 * One swipe over the box, or over what lies on it, moves one step. The first movement decides: a drag sideways, outward at
 * an end, or on a box that is not wholly on the screen belongs to the page.
 */
export function useSwipe(
  container: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  swipe: Swipe,
): void {
  const latest = useRef(swipe);
  latest.current = swipe;

  useEffect(() => {
    let start: { x: number; y: number } | null = null;
    let ours = false;

    const begin = ({ isPrimary, button, clientX: x, clientY: y }: PointerEvent) => {
      start = isPrimary && button === 0 && isOnScreen(box.current, x, y) ? { x, y } : null;
      ours = false;
    };
    const decide = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      if (!start || ours) return;
      const [dx, dy] = [clientX - start.x, clientY - start.y];
      if (Math.hypot(dx, dy) < 4) return;
      ours = Math.abs(dy) > Math.abs(dx) && latest.current.canMove(dy < 0 ? 1 : -1);
      if (!ours) start = null;
    };
    // React's own touch listeners are passive and could not keep the page from scrolling.
    const holdPage = (event: TouchEvent) => {
      const [touch, second] = event.touches;
      if (!touch || second) start = null;
      else decide(touch);
      if (start && ours && event.cancelable) event.preventDefault();
    };
    const end = ({ clientY }: PointerEvent) => {
      const distance = start && ours ? clientY - start.y : 0;
      start = null;
      const direction = distance < 0 ? 1 : -1;
      if (Math.abs(distance) >= shortest && latest.current.canMove(direction)) latest.current.move(direction);
    };

    const controller = new AbortController();
    const { signal } = controller;
    container.current?.addEventListener('pointerdown', begin, { signal });
    container.current?.addEventListener('touchmove', holdPage, { passive: false, signal });
    addEventListener('pointermove', decide, { signal });
    addEventListener('pointerup', end, { signal });
    return () => controller.abort();
  }, [container, box]);
}

function isOnScreen(box: HTMLElement | null, x: number, y: number): boolean {
  const { top, bottom, left, right, height } = box?.getBoundingClientRect() ?? new DOMRect();
  const screen = window.visualViewport?.height ?? innerHeight;
  const begunInside = x >= left && x <= right && y >= top && y <= bottom;
  return begunInside && height <= screen && top > -tolerance && bottom < screen + tolerance;
}
