import { useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Emblem, Icon } from '#inbox/components/Icon.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Lead } from '#inbox/lead/Lead.tsx';
import { NewLead } from '#inbox/lead/NewLead.tsx';
import { Csv } from './Csv.tsx';
import { Filters } from './Filters.tsx';
import styles from './Leads.module.css';
import { List } from './List.tsx';
import { fromList, useListQuery, writeListUrl } from './list-url.ts';
import { Search } from './Search.tsx';
import { Tabs } from './Tabs.tsx';

export function Leads({ opened }: { opened?: string | undefined }) {
  const words = useWords();
  usePlaceInList(opened);
  return (
    <div className={styles.leads} data-opened={opened !== undefined}>
      <section className={styles.list} aria-label={words.list.label}>
        <div className={styles.tools}>
          <Search />
          <Csv />
          <Add />
          <Filters />
          <Tabs />
        </div>
        <List opened={opened} />
      </section>
      {/* With the key another lead starts at its top. */}
      <div key={opened} className={styles.lead}>
        {opened === undefined ? (
          <NoSelection />
        ) : opened === 'new' ? (
          <NewLead />
        ) : (
          <Lead reference={opened} />
        )}
      </div>
    </div>
  );
}

function Add() {
  const { newLead } = useWords();
  const { query } = useListQuery();
  return (
    <Link
      className="button primary"
      href={`/leads/new${writeListUrl(query)}`}
      state={fromList}
      title={newLead.title}
    >
      <Icon name="plus" />
      <span className="visually-hidden">{newLead.title}</span>
    </Link>
  );
}

function NoSelection() {
  const { list } = useWords();
  return (
    <div className={`empty ${styles.nothing}`}>
      <Emblem className={styles.emblem} />
      <strong>{list.choose}</strong>
      <p>{list.chooseText}</p>
    </div>
  );
}

/** On a phone the page itself scrolls: a lead starts at its top, and going back returns to the same place in the list. */
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

/** The focused element has gone with the lead: keyboard and screen reader continue at its row. */
function focusRow(ref: string): void {
  const row = document.querySelector<HTMLElement>(`li > a[href*="/leads/${CSS.escape(ref)}"]`);
  (row ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
