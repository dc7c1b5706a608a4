import type { ComponentProps } from 'react';
import { useWords } from '#inbox/language/LanguageProvider.tsx';

/** Opens a new tab, and says so. */
export function OutwardLink({ children, ...link }: ComponentProps<'a'>) {
  const { newTab } = useWords();
  return (
    <a {...link} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="visually-hidden"> ({newTab})</span>
    </a>
  );
}
