/** Where a carousel's slides stand: in its viewport, which scrolls, and on the screen. */
import { keptFree } from '../../kept-free.ts';
import styles from './Carousel.module.css';

export type Place = { top: number; bottom: number };

export const scrolls = (viewport: HTMLElement) => viewport.scrollHeight > viewport.clientHeight;

const slidesOf = (viewport: HTMLElement) => [...viewport.querySelectorAll(`.${styles.slide}`)];

/** How far each slide's middle is below the viewport's. */
function distances(viewport: HTMLElement): number[] {
  const middle = (element: Element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2;
  };
  return slidesOf(viewport).map((slide) => middle(slide) - middle(viewport));
}

/** The index of the slide that stands nearest to the middle. */
export function nearest(viewport: HTMLElement): number {
  const away = distances(viewport).map(Math.abs);
  return away.indexOf(Math.min(...away));
}

/** How far to scroll: the slide stands in the middle then; the first at the top and the last at the bottom. */
function distanceTo(viewport: HTMLElement, index: number): number {
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const goal = scrollTop + (distances(viewport)[index] ?? 0);
  return Math.max(0, Math.min(goal, scrollHeight - clientHeight)) - scrollTop;
}

/** False when the slide is there already. */
export function bring(viewport: HTMLElement, index: number, behavior?: ScrollBehavior): boolean {
  const distance = distanceTo(viewport, index);
  if (Math.abs(distance) < 1) return false;
  viewport.scrollTo({ top: viewport.scrollTop + distance, behavior });
  return true;
}

/** Where on the screen a slide's content stands when it is the one that is shown, and the carousel is still. */
export function restingPlace(viewport: HTMLElement, index: number): Place {
  const content = document.createRange();
  content.selectNodeContents(slidesOf(viewport)[index] as Element);
  const { top, bottom } = content.getBoundingClientRect();
  const distance = distanceTo(viewport, index);
  return { top: top - distance, bottom: bottom - distance };
}

export const screenHeight = () => window.visualViewport?.height ?? innerHeight;

/** Any of it. */
export function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < screenHeight();
}

/** How far the page has to be scrolled to show it whole, below what is kept free at the top. */
export function offScreen({ top, bottom }: Place): number {
  // Browsers scroll by whole pixels.
  return Math.max(0, Math.ceil(bottom - screenHeight())) || Math.min(0, Math.floor(top - keptFree()));
}
