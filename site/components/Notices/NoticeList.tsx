import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../Drawing.tsx';
import styles from './NoticeList.module.css';

export type Notice = {
  id: number;
  /** What it is about: of one thing only the latest is told. */
  about: string;
  kind: 'success' | 'error';
  content: ReactNode;
};

type Props = { notices: Notice[]; label: string; closeLabel: string; onClose(id: number): void };

/** Successes are announced politely, errors at once; each region exists before anything is put into it. */
export function NoticeList({ notices, label, closeLabel, onClose }: Props) {
  const items = (kind: Notice['kind']) =>
    notices
      .filter((notice) => notice.kind === kind)
      .map((notice) => <Item key={notice.id} notice={notice} closeLabel={closeLabel} onClose={onClose} />);
  const list = useRef<HTMLElement>(null);
  useKeepInSight(list, notices.length > 0);
  return (
    <section ref={list} className={styles.list} aria-label={label}>
      <div role="alert">{items('error')}</div>
      <div role="status">{items('success')}</div>
    </section>
  );
}

/**
 * What is fixed keeps to the page's own viewport. Whoever has zoomed in, or has an iPhone's keyboard open, sees a part of
 * that: while there is something to read the list lies in this part, as large as without.
 */
function useKeepInSight(list: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen || !shown) return;
    const follow = () => {
      const { scale, offsetTop, offsetLeft, width, height } = seen;
      const own = list.current;
      if (!own) return;
      // Not the root's width: where something is wider than the screen, what is fixed keeps to that.
      const left = Math.round(offsetLeft + width - own.offsetLeft - own.offsetWidth);
      own.style.transform = `translate(${left}px, ${offsetTop}px) scale(${1 / scale})`;
      own.style.setProperty('--seen', `${height * scale}px`);
    };
    follow();
    seen.addEventListener('scroll', follow);
    seen.addEventListener('resize', follow);
    return () => {
      seen.removeEventListener('scroll', follow);
      seen.removeEventListener('resize', follow);
    };
  }, [list, shown]);
}

const duration = 5_000;

type ItemProps = { notice: Notice; closeLabel: string; onClose(id: number): void };

function Item({ notice: { id, kind, content }, closeLabel, onClose }: ItemProps) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  const [origin] = useState(() => document.activeElement as HTMLElement | null);

  // Held by the focus or by a pointer that moves on it, a notice stays. A pointer that only rests where it came up, on the
  // button it may cover, does not hold it. Let go, its time begins anew. So it does when the visitor comes back from
  // another app: what was told meanwhile nobody has read.
  useEffect(() => {
    if (held) return;
    let timer = 0;
    const begin = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = window.setTimeout(() => onClose(id), duration);
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', begin);
    };
  }, [held, id, onClose]);

  const close = (byKey: boolean) => {
    // It gives the focus back. But for a field's a finger would be shown the keyboard.
    if (byKey || !origin?.matches('input, textarea')) origin?.focus({ preventScroll: !byKey });
    onClose(id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that someone is reading
    <div
      className={styles.notice}
      data-kind={kind}
      onPointerMove={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === 'Escape' && close(true)}
    >
      <Icon name={kind === 'success' ? 'check' : 'cross'} className={styles.icon} />
      <div className={styles.content}>{content}</div>
      <button
        type="button"
        className={styles.close}
        aria-label={closeLabel}
        data-tooltip={closeLabel}
        onClick={({ detail }) => close(detail === 0)}
      >
        <Icon name="cross" className={styles.closeIcon} />
      </button>
    </div>
  );
}
