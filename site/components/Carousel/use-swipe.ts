import { type RefObject, useEffect, useRef } from 'react';

type Mover = { canMove(step: -1 | 1): boolean; move(step: -1 | 1): void };

/** A shorter drag is a tap or a tremor. In pixels. */
const minDistance = 36;
/** How much of the box may be off the screen. In pixels. */
const tolerance = 80;

/**
 * A swipe that begins within the box moves one step. The page scrolls instead if the drag begins horizontally or goes past an
 * end, or if more than `tolerance` of the box is off the screen.
 */
export function useSwipe(
  container: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  mover: Mover,
): void {
  const latest = useRef(mover);
  latest.current = mover;

  useEffect(() => {
    let start: { x: number; y: number } | null = null;
    let isSwipe = false;

    const onDown = ({ isPrimary, button, clientX: x, clientY: y }: PointerEvent) => {
      start = isPrimary && button === 0 && isOnScreenAt(box.current, x, y) ? { x, y } : null;
      isSwipe = false;
    };
    const onMove = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      if (!start || isSwipe) return;
      const [dx, dy] = [clientX - start.x, clientY - start.y];
      if (Math.hypot(dx, dy) < 4) return;
      isSwipe = Math.abs(dy) > Math.abs(dx) && latest.current.canMove(dy < 0 ? 1 : -1);
      if (!isSwipe) start = null;
    };
    // Added by hand: React's touch listeners are passive and cannot keep the page from scrolling.
    const holdPage = (event: TouchEvent) => {
      const [touch, second] = event.touches;
      if (!touch || second) start = null;
      else onMove(touch);
      if (start && isSwipe && event.cancelable) event.preventDefault();
    };
    const onUp = ({ clientY }: PointerEvent) => {
      const distance = start && isSwipe ? clientY - start.y : 0;
      start = null;
      if (Math.abs(distance) >= minDistance) latest.current.move(distance < 0 ? 1 : -1);
    };

    const controller = new AbortController();
    const { signal } = controller;
    container.current?.addEventListener('pointerdown', onDown, { signal });
    container.current?.addEventListener('touchmove', holdPage, { passive: false, signal });
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointerup', onUp, { signal });
    return () => controller.abort();
  }, [container, box]);
}

function isOnScreenAt(box: HTMLElement | null, x: number, y: number): boolean {
  const { top, bottom, left, right, height } = box?.getBoundingClientRect() ?? new DOMRect();
  const screen = window.visualViewport?.height ?? innerHeight;
  const isInside = x >= left && x <= right && y >= top && y <= bottom;
  return isInside && height <= screen && top > -tolerance && bottom < screen + tolerance;
}
