import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { leadTabs } from '../../contract/inbox.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { useCounts } from '../queries.ts';
import { changed, isNarrowed, writeAddress } from './address.ts';
import styles from './Tabs.module.css';
import { useListQuery } from './use-list-query.ts';

/** So much of its neighbours is seen beside it: there are more. */
const peek = 24;

export function Tabs() {
  const { tabs } = useWords();
  const { query } = useListQuery();
  // Of all leads: beside a list that is narrowed they would be wrong, and to count what a search finds takes longer than it.
  const allCounts = useCounts().data;
  const counts = isNarrowed(query) ? undefined : allCounts;
  const bar = useRef<HTMLElement>(null);

  // On a phone the bar is wider than the screen. No further than it must: the second tap of two would hit another tab. Not
  // `scrollIntoView`: it would bring a reader of the list back to its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: neither is read; with each the bar changes
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !here) return;
    const [start, end] = [here.offsetLeft - peek, here.offsetLeft + here.offsetWidth + peek];
    bar.current.scrollLeft = Math.min(start, Math.max(bar.current.scrollLeft, end - bar.current.clientWidth));
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
