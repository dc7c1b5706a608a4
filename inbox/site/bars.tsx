import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { fill } from '#contract/fill.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Note } from './notes.tsx';
import { useRoom, wideScreen } from './room.ts';
import { changedRows } from './rows.ts';
import styles from './Site.module.css';

/** Opens an address of this room; `close` goes back if this is where it was opened. */
export function useOpening() {
  const [, navigate] = useLocation();
  return {
    open: (to: string, replace = false) =>
      navigate(to, replace ? { replace, state: history.state } : { state: { opened: true } }),
    close: (to: string) =>
      (history.state as { opened?: boolean } | null)?.opened
        ? history.back()
        : navigate(to, { replace: true }),
  };
}

const tabs = [
  ['/site', 'page', 'page'],
  ['/site/prices', 'prices', 'pricesLong'],
  ['/site/versions', 'versions', 'versions'],
] as const;

export function Tabs({ children }: { children?: ReactNode }) {
  const { site: words } = useWords();
  const [location] = useLocation();
  return (
    <nav className={styles.bar} aria-label={words.title}>
      <h1 className="visually-hidden">{words.title}</h1>
      {tabs.map(([path, short, long]) => (
        <Link
          key={path}
          className={styles.tab}
          href={path}
          aria-current={path === location ? 'page' : undefined}
        >
          <span className={styles.onlyPhone}>{words[short]}</span>
          <span className={styles.onlyWide}>{words[long]}</span>
        </Link>
      ))}
      {children && <div className={styles.end}>{children}</div>}
    </nav>
  );
}

/** What waits to be published, and where it is kept meanwhile. */
export function StateBar() {
  const { site: words } = useWords();
  const room = useRoom();
  const count = changedRows(room).length;
  const typed = Object.values(room.typed);
  const toChoose = typed.filter(({ theirs }) => theirs).length;
  const onDevice = wideScreen() ? words.onComputer : words.onPhone;
  const isSaved = typed.length > 0 || Object.keys(room.site.draft).length > 0;
  return (
    <div className={styles.state}>
      <div className={styles.what} role="status">
        <strong>{count > 0 ? fill(words.count, { count }) : words.noChanges}</strong>
        {toChoose > 0 && <Note>{fill(words.toChoose, { count: toChoose })}</Note>}
        {toChoose === 0 && isSaved && (
          <Note ok>
            {typed.length > 0 && room.failed && `${words.offline} · `}
            {typed.length > 0 ? onDevice : words.saved}
          </Note>
        )}
      </div>
      <Link className="button primary" href="/site/publish">
        {words.publish}
      </Link>
    </div>
  );
}
