import { useEffect, useRef, useState } from 'react';
import { Icon } from '#inbox/components/Icon.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Leads.module.css';
import { useListQuery, withSearch } from './list-url.ts';

const pauseMs = 200;

export function Search() {
  const words = useWords();
  const { query, setQuery } = useListQuery();
  const searched = query.q ?? '';
  const [typed, setTyped] = useState(searched);
  const inUrl = useRef(searched);

  // The URL also changes by the back button and by tabs.
  useEffect(() => {
    if (searched === inUrl.current) return;
    inUrl.current = searched;
    setTyped(searched);
  }, [searched]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === inUrl.current) return;
    const timer = setTimeout(() => {
      inUrl.current = wanted;
      setQuery(withSearch(query, wanted || undefined));
    }, pauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <search className={styles.search}>
      <Icon name="search" />
      <input
        type="search"
        className="control"
        aria-label={words.list.search}
        placeholder={words.list.searchHint}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
    </search>
  );
}
