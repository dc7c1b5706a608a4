import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { leadTabs } from '#contract/inbox.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useCounts } from '#inbox/queries.ts';
import { isNarrowed, useListQuery, withChange, writeListUrl } from './list-url.ts';
import styles from './Tabs.module.css';

/** Pixels of the next tab that stay visible, to show that there are more. */
const peek = 24;

export function Tabs() {
  const { tabs } = useWords();
  const { query } = useListQuery();
  // The counts cover all leads, so they are hidden while the list is searched or filtered.
  const allCounts = useCounts().data;
  const counts = isNarrowed(query) ? undefined : allCounts;
  const [address] = useLocation();
  const bar = useRef<HTMLElement>(null);

  // Scrolls the bar just far enough. `scrollIntoView` would scroll the page as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change the bar; while a lead covers it, it forgets its place
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !here) return;
    const [start, end] = [here.offsetLeft - peek, here.offsetLeft + here.offsetWidth + peek];
    bar.current.scrollLeft = Math.min(start, Math.max(bar.current.scrollLeft, end - bar.current.clientWidth));
  }, [query.tab, counts, address]);

  return (
    <nav ref={bar} className={styles.tabs} aria-label={tabs.label}>
      {leadTabs.map((tab) => (
        <Link
          key={tab}
          href={`/${writeListUrl(withChange(query, { tab }))}`}
          aria-current={tab === query.tab ? 'page' : undefined}
        >
          {tabs[tab]} {counts && <span className={styles.count}>{counts[tab]}</span>}
        </Link>
      ))}
    </nav>
  );
}
