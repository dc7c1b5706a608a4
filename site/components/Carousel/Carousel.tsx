import { type KeyboardEvent, type ReactNode, startTransition, useRef, useState } from 'react';
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
  const carousel = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const last = slides.length - 1;

  // The slides move at once, by the attribute; the controls follow in React's own time. So only the attribute tells
  // where a quick second step begins, and React never writes it again.
  const position = () => Number(carousel.current?.dataset.index);
  const show = (target: number) => {
    const shown = Math.max(0, Math.min(last, target));
    if (carousel.current) carousel.current.dataset.index = String(shown);
    startTransition(() => {
      setIndex(shown);
      setTouched(true);
    });
  };
  useSwipe(viewport, {
    canMove: (direction) => position() + direction >= 0 && position() + direction <= last,
    move: (direction) => show(position() + direction),
  });

  const moveByKey = (event: KeyboardEvent) => {
    const target = {
      ArrowUp: position() - 1,
      ArrowLeft: position() - 1,
      ArrowDown: position() + 1,
      ArrowRight: position() + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(target);
  };

  return (
    <div
      ref={carousel}
      className={styles.carousel}
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      data-carousel
      data-index={0}
      onKeyDown={moveByKey}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a place to be pressed in */}
      <div ref={viewport} className={styles.viewport} tabIndex={0} role="group" aria-label={label}>
        <ol className={styles.track}>
          {slides.map((slide, at) => (
            <li key={at} className={`${styles.slide}`}>
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
          onClick={() => show(position() - 1)}
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
          onClick={() => show(position() + 1)}
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
