import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { leadTabs } from '../../contract/inbox.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { useCounts } from '../queries.ts';
import { changed, isNarrowed, writeAddress } from './address.ts';
import styles from './Tabs.module.css';
import { useListQuery } from './use-list-query.ts';

export function Tabs() {
  const { tabs } = useWords();
  const { query } = useListQuery();
  // Of all leads: beside a list that is narrowed they would be wrong, and to count what a search finds takes longer than it.
  const allCounts = useCounts().data;
  const counts = isNarrowed(query) ? undefined : allCounts;
  const bar = useRef<HTMLElement>(null);

  // On a phone the bar is wider than the screen. Not `scrollIntoView`: it would bring a reader of the list back to its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: neither is read; with each the bar changes
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && here)
      bar.current.scrollLeft = here.offsetLeft - (bar.current.clientWidth - here.offsetWidth) / 2;
  }, [query.tab, counts]);

  return (
    <nav ref={bar} className={styles.tabs} aria-label={tabs.label}>
      {leadTabs.map((tab) => (
        <Link
          key={tab}
          href={`/${writeAddress(changed(query, { tab }))}`}
          aria-current={tab === query.tab ? 'page' : undefined}
        >
          {tabs[tab]} {counts && <span className={styles.count}>{counts[tab]}</span>}
        </Link>
      ))}
    </nav>
  );
}
