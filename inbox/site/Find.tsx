import { useState } from 'react';
import { textPath } from '#content/content.ts';
import { fold } from '#contract/fold.ts';
import type { Language } from '#contract/languages.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import type { Draft } from './draft.ts';
import type { Places } from './marks.ts';
import styles from './Site.module.css';
import { sectionName, shownValue } from './shown-value.ts';
import { Sheet } from './TextSheet.tsx';

const maxFound = 20;

type Props = { draft: Draft; places: Places; language: Language; choose(path: string): void; close(): void };

export function Find({ draft, places, language, choose, close }: Props) {
  const words = useWords();
  const [wanted, setWanted] = useState('');
  const folded = fold(wanted.trim());
  const found = Object.keys(draft.site.values)
    .filter((path) => path.startsWith(textPath(language, '')))
    .map((path) => ({ path, text: shownValue(path, draft.valueAt(path), language, draft.valueAt) }))
    .filter(({ text }) => folded.length > 1 && fold(text).includes(folded));
  const lists = [
    [words.site.onPage, found.filter(({ path }) => places.has(path))],
    [words.site.offPage, found.filter(({ path }) => !places.has(path))],
  ] as const;
  return (
    <Sheet title={words.site.find} button={words.close} close={close}>
      <div className={styles.fields}>
        <input
          className="control"
          type="search"
          aria-label={words.site.find}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        {lists.map(
          ([title, texts]) =>
            texts.length > 0 && (
              <div key={title}>
                <h3 className="small soft">{title}</h3>
                <ul>
                  {texts.slice(0, maxFound).map(({ path, text }) => (
                    <li key={path}>
                      <button type="button" className={styles.hit} onClick={() => choose(path)}>
                        <Highlighted text={text} folded={folded} />
                        <small>{sectionName(path.split('.')[2] ?? '', words.site)}</small>
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            ),
        )}
        <p role="status">{folded.length > 1 && found.length === 0 && words.list.nothingFound}</p>
      </div>
    </Sheet>
  );
}

/** Folding changes the length of a text: what matches is looked for from each letter on. */
function Highlighted({ text, folded }: { text: string; folded: string }) {
  const letters = [...text];
  const start = letters.findIndex((_, at) => fold(letters.slice(at).join('')).startsWith(folded));
  if (start < 0) return <span>{text}</span>;
  let end = start + 1;
  while (end < letters.length && !fold(letters.slice(start, end).join('')).startsWith(folded)) end++;
  return (
    <span>
      {letters.slice(0, start)}
      <mark>{letters.slice(start, end)}</mark>
      {letters.slice(end)}
    </span>
  );
}
