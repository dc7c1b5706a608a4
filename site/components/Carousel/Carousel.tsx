import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../Drawing.tsx';
import { isPlainClick } from '../is-plain-click.ts';
import { useHydrated } from '../use-hydrated.ts';
import styles from './Carousel.module.css';
import { isInSight, restingPlace } from './slides.ts';
import { usePosition } from './use-position.ts';
import { useSwipe } from './use-swipe.ts';

type Slide = { name: string; content: ReactNode };

type Props = {
  /** The anchors of the slides begin with it. */
  id: string;
  /** What stands above the slides or, where there is room, beside them. */
  heading: ReactNode;
  slides: Slide[];
  label: string;
  hint: string;
  previous: string;
  next: string;
  announce(number: number): string;
};

/**
 * A vertical carousel without loop. Without script its slides are simply a list; until React is there, a box of the
 * final height that scrolls by itself, and the dots are links into it. It never takes the wheel, and at its ends
 * not the swipe either, so the page can always be scrolled across it.
 */
export function Carousel({ id, heading, slides, label, hint, previous, next, announce }: Props) {
  const viewport = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLDivElement>(null);
  const [index, show] = usePosition(viewport, id);
  const [moved, setMoved] = useState(false);
  const hydrated = useHydrated();
  const last = slides.length - 1;
  const exists = (at: number) => at >= 0 && at <= last;
  const move = (to: number) => {
    if (!exists(to)) return;
    show(to);
    setMoved(true);
  };

  useSwipe(viewport, rail, {
    canMove: (direction) => exists(index + direction),
    place: (direction) => restingPlace(viewport.current as HTMLElement, index + direction),
    move: (direction) => move(index + direction),
  });

  const moveByKey = (event: KeyboardEvent) => {
    const to = {
      ArrowUp: index - 1,
      ArrowLeft: index - 1,
      ArrowDown: index + 1,
      ArrowRight: index + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // Where there is nothing to be seen of it, and at its ends, the keys are the page's.
    if (to === index || !exists(to) || !isInSight(viewport.current as HTMLElement)) return;
    event.preventDefault();
    move(to);
  };
  const moveByDot = (event: MouseEvent, to: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    move(to);
  };
  const anchor = (at: number) => `${id}-${at + 1}`;

  return (
    <div
      className={styles.carousel}
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={moveByKey}
    >
      <div className={styles.heading}>{heading}</div>
      <div ref={rail} className={styles.rail}>
        <ol className={styles.dots}>
          {slides.map(({ name }, at) => (
            <li key={at}>
              <a
                href={`#${anchor(at)}`}
                className={styles.dot}
                aria-label={name}
                // Before React is there, none would follow what is scrolled.
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a place to be pressed in
          tabIndex={0}
          role="group"
          aria-label={label}
          data-start={index === 0 || undefined}
          data-end={index === last || undefined}
        >
          <Frames slides={slides.map((slide, at) => ({ ...slide, anchor: anchor(at) }))} />
        </div>
      </div>
      <p className={styles.hint}>{hint}</p>
      <p className="visually-hidden" aria-live="polite">
        {moved && announce(index + 1)}
      </p>
    </div>
  );
}

/**
 * One slide and, within its frame but a frame's height further down, the frame of the next. So all frames are as high
 * as the highest slide, whatever the text's size, and the styles need not know how many there are.
 */
function Frames({ slides: [slide, ...rest] }: { slides: (Slide & { anchor: string })[] }) {
  return (
    <div className={styles.frame}>
      <div id={slide?.anchor} className={styles.slide}>
        {slide?.content}
      </div>
      {rest.length > 0 && <Frames slides={rest} />}
    </div>
  );
}

type ArrowProps = { icon: 'up' | 'down'; name: string; possible: boolean; onClick(): void };

/** At the end it is only called disabled: a button that really is loses the focus of whoever just pressed it. */
function Arrow({ icon, name, possible, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      className={styles.arrow}
      aria-disabled={!possible}
      aria-label={name}
      data-tooltip={name}
      onClick={onClick}
    >
      <Icon name={icon} className={styles.arrowIcon} />
    </button>
  );
}
