import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './Carousel.module.css';

/** How long a browser that does not tell the end of a scroll must be still, in milliseconds. */
const stillness = 300;

/**
 * Where a carousel stands is how far its viewport is scrolled. Whatever scrolls it, it cannot be emptied: a link to
 * words in it, the browser's search or a screen reader bring their slide, and the index follows once all is still.
 * The index says which slide that is, or which one it is on the way to.
 */
export function usePosition(viewport: RefObject<HTMLElement | null>): [number, (to: number) => void] {
  const [index, setIndex] = useState(0);
  const latest = useRef(index);
  latest.current = index;
  // A scroll that the next press replaces may tell of its end, half-way: that is not where anybody wanted to be.
  const goal = useRef<number>(undefined);

  const show = (to: number) => {
    setIndex(to);
    if (!viewport.current) return;
    goal.current = nearest(viewport.current) === to ? undefined : to;
    bring(viewport.current, to);
  };

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    // New heights move what is scrolled, too, and tell of it first: nobody looked for another slide then.
    let height = element.scrollHeight;
    const follow = () => {
      if (!scrolls(element) || element.scrollHeight !== height) return;
      const seen = nearest(element);
      const wanted = goal.current ?? seen;
      if (seen === wanted) goal.current = undefined;
      setIndex(wanted);
      bring(element, wanted);
    };
    const stay = () => {
      height = element.scrollHeight;
      bring(element, latest.current, 'instant');
    };

    // It may have been scrolled before React was there.
    if (scrolls(element)) setIndex(nearest(element));
    if ('onscrollend' in element) element.addEventListener('scrollend', follow, { signal });
    else {
      let timer = 0;
      let frame = 0;
      (element as HTMLElement).addEventListener(
        'scroll',
        () => {
          clearTimeout(timer);
          cancelAnimationFrame(frame);
          // On a busy device the time may be over before the next scroll is told: that is told before a frame is drawn.
          timer = window.setTimeout(() => (frame = requestAnimationFrame(follow)), stillness);
        },
        { passive: true, signal },
      );
    }
    // Another language or another width makes other heights; on paper nothing is scrolled.
    const observer = new ResizeObserver(stay);
    observer.observe(element);
    addEventListener('afterprint', stay, { signal });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [viewport]);

  return [index, show];
}

const scrolls = (viewport: HTMLElement) => viewport.scrollHeight > viewport.clientHeight;

const slidesOf = (viewport: HTMLElement) => [...viewport.querySelectorAll(`.${styles.slide}`)];

/** How far each slide's middle is below the viewport's. */
function distances(viewport: HTMLElement): number[] {
  const middle = (element: Element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2;
  };
  return slidesOf(viewport).map((slide) => middle(slide) - middle(viewport));
}

function nearest(viewport: HTMLElement): number {
  const away = distances(viewport).map(Math.abs);
  return away.indexOf(Math.min(...away));
}

/** The slide stands in the middle then; the first at the top and the last at the bottom, where scrolling ends. */
function bring(viewport: HTMLElement, index: number, behavior?: ScrollBehavior): void {
  const distance = distances(viewport)[index] ?? 0;
  if (Math.abs(distance) >= 1) viewport.scrollTo({ top: viewport.scrollTop + distance, behavior });
}

/** Where on the screen a slide's content stands when it is the one that is shown, and the carousel is still. */
export function restingPlace(viewport: HTMLElement, index: number): { top: number; bottom: number } {
  const content = document.createRange();
  content.selectNodeContents(slidesOf(viewport)[index] as Element);
  const { top, bottom } = content.getBoundingClientRect();
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const goal = scrollTop + (distances(viewport)[index] as number);
  const left = Math.max(0, Math.min(goal, scrollHeight - clientHeight)) - scrollTop;
  return { top: top - left, bottom: bottom - left };
}
