import { type ReactNode, useEffect, useState } from 'react';
import { Drawing } from '../Drawing.tsx';
import styles from './NoticeList.module.css';

export type Notice = {
  id: number;
  about: 'form' | 'language';
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
  return (
    <section className={styles.list} aria-label={label}>
      <div role="alert">{items('error')}</div>
      <div role="status">{items('success')}</div>
    </section>
  );
}

const duration = 5_000;

type ItemProps = { notice: Notice; closeLabel: string; onClose(id: number): void };

function Item({ notice: { id, kind, content }, closeLabel, onClose }: ItemProps) {
  const [held, setHeld] = useState(false);
  const [origin] = useState(() => document.activeElement as HTMLElement | null);

  // Held under the pointer or the focus, a notice stays; let go, its time begins anew.
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(id), duration);
    return () => clearTimeout(timer);
  }, [held, id, onClose]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that someone is reading
    <div
      className={styles.notice}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Drawing name={kind === 'success' ? 'check' : 'cross'} className={styles.icon} />
      <div>{content}</div>
      <button
        type="button"
        className={styles.close}
        aria-label={closeLabel}
        data-tooltip={closeLabel}
        onClick={({ detail }) => {
          // Pressed by a key, it takes the focus with it. A finger would only be shown the keyboard.
          if (detail === 0) origin?.focus();
          onClose(id);
        }}
      >
        <Drawing name="cross" className={styles.closeIcon} />
      </button>
    </div>
  );
}
