import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../Drawing.tsx';
import { isPlainClick } from '../is-plain-click.ts';
import { useHydrated } from '../use-hydrated.ts';
import styles from './Carousel.module.css';
import { useSwipe } from './use-swipe.ts';

type Props = {
  /** The slides' ids begin with it. */
  id: string;
  /** Above the slides, or beside them where there is room. */
  heading: ReactNode;
  slides: { name: string; content: ReactNode }[];
  label: string;
  hint: string;
  previous: string;
  next: string;
  announce(number: number): string;
};

/**
 * A vertical carousel without a loop. All slides lie in one grid cell, which is as high as the highest of them, and the
 * styles move them. Without script they are a list; until React is there, the box scrolls by itself.
 */
export function Carousel({ id, heading, slides, label, hint, previous, next, announce }: Props) {
  const carousel = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [moved, setMoved] = useState(false);
  const hydrated = useHydrated();
  const last = slides.length - 1;
  const exists = (at: number) => at >= 0 && at <= last;
  const move = (to: number) => {
    if (!exists(to)) return;
    setIndex(to);
    setMoved(true);
  };

  useSwipe(carousel, viewport, {
    canMove: (direction) => exists(index + direction),
    move: (direction) => move(index + direction),
  });

  useLayoutEffect(() => {
    const { scrollTop = 0, firstElementChild } = viewport.current ?? {};
    const scrolled = Math.round(scrollTop / (firstElementChild?.clientHeight || 1));
    setIndex(slideInAddress(id, last) ?? scrolled);
  }, [id, last]);

  useEffect(() => {
    const follow = () => {
      const at = slideInAddress(id, last);
      if (at === undefined) return;
      setIndex(at);
      // The browser has scrolled to where the slide was.
      viewport.current?.scrollIntoView();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [id, last]);

  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    // Beyond the ends the keys scroll the page.
    if (!step || !exists(index + step) || !isPlainClick(event)) return;
    event.preventDefault();
    move(index + step);
  };
  const moveByDot = (event: MouseEvent, to: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    move(to);
  };

  return (
    <div
      ref={carousel}
      className={styles.carousel}
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={moveByKey}
    >
      <div className={styles.heading}>{heading}</div>
      <div className={styles.rail}>
        <ol className={styles.dots}>
          {slides.map(({ name }, at) => (
            <li key={at}>
              <a
                href={`#${id}-${at + 1}`}
                className={styles.dot}
                aria-label={name}
                aria-current={hydrated && at === index ? 'step' : undefined}
                data-passed={at < index || undefined}
                data-tooltip={name}
                onClick={(event) => moveByDot(event, at)}
              >
                <span className={styles.name}>{name}</span>
              </a>
            </li>
          ))}
        </ol>
        <div className={styles.arrows}>
          <Arrow icon="up" name={previous} possible={index > 0} onClick={() => move(index - 1)} />
          <Arrow icon="down" name={next} possible={index < last} onClick={() => move(index + 1)} />
        </div>
      </div>
      <div className={styles.box}>
        <div
          ref={viewport}
          className={styles.viewport}
          data-end={{ 0: 'first', [last]: 'last' }[index]}
          data-moved={moved || undefined}
        >
          <ol
            className={styles.slides}
            // The security policy forbids style attributes in HTML: there is none for the first slide.
            style={index > 0 ? ({ '--index': index } as CSSProperties) : undefined}
          >
            {slides.map(({ content }, at) => (
              <li key={at} id={`${id}-${at + 1}`} className={styles.slide} inert={hydrated && at !== index}>
                {content}
              </li>
            ))}
          </ol>
        </div>
      </div>
      <p className={styles.hint}>{hint}</p>
      <p className="visually-hidden" aria-live="polite">
        {moved && announce(index + 1)}
      </p>
    </div>
  );
}

/** `#jarayon-3` names the third slide. */
function slideInAddress(id: string, last: number): number | undefined {
  const at = location.hash.startsWith(`#${id}-`) ? Number(location.hash.slice(id.length + 2)) - 1 : -1;
  return at >= 0 && at <= last ? at : undefined;
}

type ArrowProps = { icon: 'up' | 'down'; name: string; possible: boolean; onClick(): void };

/** Only announced as disabled: a disabled button would lose the focus. */
function Arrow({ icon, name, possible, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      className={`round ${styles.arrow}`}
      aria-disabled={!possible}
      aria-label={name}
      data-tooltip={name}
      onClick={onClick}
    >
      <Icon name={icon} className={styles.arrowIcon} />
    </button>
  );
}
