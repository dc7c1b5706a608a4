import { useLayoutEffect, useRef, useState } from 'react';
import { Emblem } from '../components/Icon.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { Lead } from '../lead/Lead.tsx';
import { Csv } from './Csv.tsx';
import { Filters } from './Filters.tsx';
import styles from './Leads.module.css';
import { List } from './List.tsx';
import { Search } from './Search.tsx';
import { Tabs } from './Tabs.tsx';

/** The list, and beside it the opened lead; on a phone one of the two. */
export function Leads({ opened }: { opened?: string | undefined }) {
  const words = useWords();
  usePlaceInList(opened);
  // Whether one came by the list or straight to a lead, by its address.
  const [before, setBefore] = useState(opened);
  const [moved, setMoved] = useState(false);
  if (before !== opened) {
    setBefore(opened);
    setMoved(true);
  }
  return (
    <div className={styles.leads} data-opened={opened !== undefined}>
      <section className={styles.list} aria-label={words.list.label}>
        <div className={styles.tools}>
          <Search />
          <Csv />
          <Filters />
          <Tabs />
        </div>
        <List opened={opened} />
      </section>
      {/* The key: another lead begins at its top. */}
      <div key={opened} className={styles.lead}>
        {opened === undefined ? <Nothing /> : <Lead reference={opened} takeFocus={moved} />}
      </div>
    </div>
  );
}

function Nothing() {
  const { list } = useWords();
  return (
    <div className={styles.nothing}>
      <Emblem className={styles.emblem} />
      <p>
        <strong>{list.choose}</strong>
      </p>
      <p>{list.chooseText}</p>
    </div>
  );
}

/** On a phone the page itself scrolls: a lead begins at its top, and the way back leads to the same place in the list. */
function usePlaceInList(opened: string | undefined): void {
  const place = useRef(0);
  const before = useRef(opened);
  useLayoutEffect(() => {
    const keep = () => {
      if (opened === undefined) place.current = scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    if (before.current !== opened) scrollTo(0, opened === undefined ? place.current : 0);
    if (before.current && opened === undefined && document.activeElement === document.body)
      focusRow(before.current);
    before.current = opened;
    return () => removeEventListener('scroll', keep);
  }, [opened]);
}

/** What had the focus went with the lead: who reads by keyboard or by ear goes on where they were. */
function focusRow(ref: string): void {
  const row = document.querySelector<HTMLElement>(`li > a[href*="/leads/${CSS.escape(ref)}"]`);
  (row ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
