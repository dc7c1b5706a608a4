import { useEffect, useRef, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { withSearch } from './address.ts';
import styles from './Search.module.css';
import { useListQuery } from './use-list-query.ts';

/** Long enough for the next letter, too short to wait for. */
const pauseMs = 200;

export function Search() {
  const words = useWords();
  const { query, list } = useListQuery();
  const searched = query.q ?? '';
  const [typed, setTyped] = useState(searched);
  const asked = useRef(searched);

  // The address can change without this field: by the way back, or a tab.
  useEffect(() => {
    if (searched === asked.current) return;
    asked.current = searched;
    setTyped(searched);
  }, [searched]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      list(withSearch(query, wanted || undefined));
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
