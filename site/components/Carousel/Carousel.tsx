import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '#site/components/Drawing.tsx';
import { hasNoModifier } from '#site/components/has-no-modifier.ts';
import { useHydrated } from '#site/components/use-hydrated.ts';
import styles from './Carousel.module.css';
import { useSwipe } from './use-swipe.ts';

type Props = {
  /** The slides' ids are `ID-1`, `ID-2` and so on. */
  id: string;
  /** Above the slides, or beside them on a wide screen. */
  heading: ReactNode;
  slides: { name: string; content: ReactNode }[];
  label: string;
  hint: string;
  previous: string;
  next: string;
  announce(number: number): string;
  /** Behind the slides. It can follow `--index`. */
  scene?: ReactNode;
};

/**
 * A vertical carousel without a loop. All slides share one grid cell, as tall as the tallest slide, and `--index` moves them.
 * Without script they are a list; before hydration the viewport is a plain scroller.
 */
export function Carousel({ id, heading, slides, label, hint, previous, next, announce, scene }: Props) {
  const carousel = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [moved, setMoved] = useState(false);
  const hydrated = useHydrated();
  const last = slides.length - 1;
  const canMove = (step: number) => index + step >= 0 && index + step <= last;
  const moveTo = (to: number) => {
    setIndex(to);
    setMoved(true);
  };
  const move = (step: number) => canMove(step) && moveTo(index + step);

  useSwipe(carousel, viewport, { canMove, move });

  useLayoutEffect(() => {
    const { scrollTop = 0, firstElementChild } = viewport.current ?? {};
    const scrolledTo = Math.round(scrollTop / (firstElementChild?.clientHeight || 1));
    setIndex(slideInAddress(id, last) ?? scrolledTo);

    const followAddress = () => {
      const to = slideInAddress(id, last);
      if (to === undefined) return;
      setIndex(to);
      // A jump ends the browser's smooth scroll to the slide's old position.
      scrollBy({ top: 1, behavior: 'instant' });
      viewport.current?.scrollIntoView();
    };
    addEventListener('hashchange', followAddress);
    return () => removeEventListener('hashchange', followAddress);
  }, [id, last]);

  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    // At the ends the keys scroll the page.
    if (!step || !canMove(step) || !hasNoModifier(event)) return;
    event.preventDefault();
    move(step);
  };
  const moveByDot = (event: MouseEvent, to: number) => {
    if (!hasNoModifier(event)) return;
    event.preventDefault();
    moveTo(to);
  };

  return (
    <div ref={carousel} className={styles.carousel} role="group" aria-label={label} onKeyDown={moveByKey}>
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
          <Arrow icon="up" name={previous} disabled={!canMove(-1)} onClick={() => move(-1)} />
          <Arrow icon="down" name={next} disabled={!canMove(1)} onClick={() => move(1)} />
        </div>
      </div>
      <div
        className={`${styles.box} dark-with-script`}
        // Undefined for the first slide: the security policy forbids style attributes in HTML.
        style={index > 0 ? ({ '--index': index } as CSSProperties) : undefined}
      >
        {scene}
        <div ref={viewport} className={styles.viewport} data-moved={moved || undefined}>
          <ol className={styles.slides}>
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

type ArrowProps = { icon: 'up' | 'down'; name: string; disabled: boolean; onClick(): void };

/** Not `disabled`, which would lose the focus. */
function Arrow({ icon, name, disabled, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      className={`round ${styles.arrow}`}
      aria-disabled={disabled}
      aria-label={name}
      data-tooltip={name}
      onClick={onClick}
    >
      <Icon name={icon} className={styles.arrowIcon} />
    </button>
  );
}
