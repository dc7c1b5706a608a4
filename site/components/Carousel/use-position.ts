import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { bring, isInSight, nearest, offScreen, restingPlace, scrolls } from './slides.ts';

/** How long nothing may scroll, in milliseconds, until all is still. Browsers do not always tell of it. */
const stillness = 300;

/**
 * Where a carousel stands is how far its viewport is scrolled. Whatever scrolls it, it cannot be emptied: a link to
 * words in it, the browser's search or a screen reader bring their slide, and the index follows once all is still.
 * The index says which slide that is, or which one it is on the way to. The history keeps it under the name.
 */
export function usePosition(
  viewport: RefObject<HTMLElement | null>,
  name: string,
): [number, (to: number) => void] {
  const [index, setIndex] = useState(0);
  // At once, also for who asks before React has drawn it.
  const latest = useRef(index);
  const settle = useCallback((at: number) => {
    latest.current = at;
    setIndex(at);
  }, []);
  // Where the last press leads, as long as it is on its way there.
  const goal = useRef<number>(undefined);

  const show = useCallback(
    (to: number, behavior?: ScrollBehavior) => {
      settle(to);
      if (!viewport.current) return;
      goal.current = bring(viewport.current, to, behavior) ? to : undefined;
    },
    [viewport, settle],
  );

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    // A change of heights scrolls, too, and is told of before it is observed: nobody looked for another slide then.
    let height = element.scrollHeight;
    let scrolled = false;
    const follow = () => {
      scrolled = false;
      if (!scrolls(element) || element.scrollHeight !== height) return;
      const wanted = goal.current ?? nearest(element);
      settle(wanted);
      // A link or a search brought it: the slide shall be seen whole.
      if (goal.current === undefined && isInSight(element))
        scrollBy({ top: offScreen(restingPlace(element, wanted)) });
      if (!bring(element, wanted)) goal.current = undefined;
    };
    const stay = () => {
      height = element.scrollHeight;
      bring(element, latest.current, 'instant');
    };

    // Steps back and reloads bring the page to where it was, and know nothing of what scrolls in it.
    const goBack = (behavior?: ScrollBehavior) => {
      const before = history.state?.[name];
      if (before !== undefined) show(before, behavior);
    };
    addEventListener('popstate', () => goBack(), { signal });
    goBack('instant');
    // It may have been scrolled before React was there.
    if (scrolls(element)) settle(nearest(element));
    let timer = 0;
    let frame = 0;
    // Also while only the page is still on its way there.
    const wait = ({ target }: Event) => {
      scrolled ||= target === element;
      if (!scrolled) return;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      // On a busy device the time may be over before the next scroll is told: that is told before a frame is drawn.
      timer = window.setTimeout(() => (frame = requestAnimationFrame(follow)), stillness);
    };
    document.addEventListener('scroll', wait, { capture: true, passive: true, signal });
    // Another language or another width makes other heights; on paper nothing is scrolled.
    const observer = new ResizeObserver(stay);
    observer.observe(element);
    addEventListener('afterprint', stay, { signal });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [viewport, name, show, settle]);

  // Below the effect that reads what was kept before.
  useEffect(() => {
    try {
      history.replaceState({ ...history.state, [name]: index }, '');
    } catch {
      // Safari refuses the hundredth within half a minute: then the one before is kept.
    }
  }, [name, index]);

  return [index, show];
}
