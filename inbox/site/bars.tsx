import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { fill } from '#contract/fill.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import type { Draft } from './draft.ts';
import { changedRows } from './rows.ts';
import styles from './Site.module.css';
import { wideScreen } from './ViewChoice.tsx';

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
export function StateBar({ draft }: { draft: Draft }) {
  const { site: words } = useWords();
  const count = changedRows(draft).length;
  return (
    <div className={styles.state}>
      <div className={styles.what} role="status">
        <strong>{count > 0 ? fill(words.count, { count }) : words.noChanges}</strong>
        <DeviceState draft={draft} />
      </div>
      <Link className="button primary" href="/site/publish">
        {words.publish}
      </Link>
    </div>
  );
}

function DeviceState({ draft }: { draft: Draft }) {
  const { site: words } = useWords();
  const typed = Object.values(draft.typed);
  const toChoose = typed.filter(({ theirs }) => theirs).length;
  if (toChoose > 0) return <span className="small problem">{fill(words.toChoose, { count: toChoose })}</span>;
  if (typed.length === 0) return Object.keys(draft.site.draft).length > 0 && <Done>{words.saved}</Done>;
  return (
    <Done>
      {draft.failed && `${words.offline} · `}
      {wideScreen() ? words.onComputer : words.onPhone}
    </Done>
  );
}

export const Done = ({ children }: { children: ReactNode }) => (
  <span className={`small ${styles.ok}`}>
    <Icon name="check" />
    <span>{children}</span>
  </span>
);
