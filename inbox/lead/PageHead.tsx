import { type MouseEvent, useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { Icon } from '#inbox/components/Icon.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { cameFromList, readListUrl, writeListUrl } from '#inbox/list/list-url.ts';
import styles from './Lead.module.css';

export function Back() {
  const words = useWords();
  const search = useSearch();
  // A step back instead of a new entry, or the phone's back button would return to the lead.
  const stepBack = (event: MouseEvent) => {
    if (!cameFromList()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link className="text-link back" href={`/${writeListUrl(readListUrl(search))}`} onClick={stepBack}>
      <Icon name="back" />
      {words.lead.back}
    </Link>
  );
}

export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (cameFromList()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.name}>
      <bdi>{children}</bdi>
    </h1>
  );
}
