import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Drawing } from '../Drawing.tsx';
import styles from './Carousel.module.css';
import { useSwipe } from './use-swipe.ts';

type Props = {
  slides: ReactNode[];
  label: string;
  hint: string;
  previous: string;
  next: string;
  goTo(number: number): string;
  announce(number: number): string;
};

/**
 * A vertical carousel without loop. Without script its slides are simply a list. It never takes the wheel, and
 * at its ends not the swipe either, so the page can always be scrolled across it.
 */
export function Carousel({ slides, label, hint, previous, next, goTo, announce }: Props) {
  const [index, setIndex] = useState(0);
  const [touched, setTouched] = useState(false);
  const viewport = useRef<HTMLDivElement>(null);
  const last = slides.length - 1;

  const show = (target: number) => {
    setIndex(Math.max(0, Math.min(last, target)));
    setTouched(true);
  };
  useSwipe(viewport, {
    canMove: (direction) => index + direction >= 0 && index + direction <= last,
    move: (direction) => show(index + direction),
  });

  const moveByKey = (event: KeyboardEvent) => {
    const target = {
      ArrowUp: index - 1,
      ArrowLeft: index - 1,
      ArrowDown: index + 1,
      ArrowRight: index + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(target);
  };

  return (
    <div
      className={styles.carousel}
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      data-carousel
      data-index={index}
      onKeyDown={moveByKey}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a place to be pressed in */}
      <div ref={viewport} className={styles.viewport} tabIndex={0} role="group" aria-label={label}>
        <ol className={styles.track}>
          {slides.map((slide, at) => (
            <li key={at} className={`${styles.slide} later`}>
              {slide}
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.arrow}
          disabled={index === 0}
          aria-label={previous}
          data-tooltip={previous}
          onClick={() => show(index - 1)}
        >
          <Drawing name="up" className={styles.arrowIcon} />
        </button>
        <ul className={styles.dots}>
          {slides.map((_, at) => (
            <li key={at}>
              <button
                type="button"
                className={styles.dot}
                aria-label={goTo(at + 1)}
                aria-current={at === index ? 'step' : undefined}
                data-tooltip={goTo(at + 1)}
                onClick={() => show(at)}
              />
            </li>
          ))}
        </ul>
        <button
          type="button"
          className={styles.arrow}
          disabled={index === last}
          aria-label={next}
          data-tooltip={next}
          onClick={() => show(index + 1)}
        >
          <Drawing name="down" className={styles.arrowIcon} />
        </button>
      </div>
      <p className={styles.hint}>{hint}</p>
      <p className="visually-hidden" aria-live="polite">
        {touched && announce(index + 1)}
      </p>
    </div>
  );
}
