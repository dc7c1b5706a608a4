import { useState } from 'react';
import { textPath } from '#content/content.ts';
import { fold } from '#contract/fold.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import type { Places } from './marks.ts';
import { useRoom } from './room.ts';
import styles from './Site.module.css';
import { sectionName, shownValue } from './shown-value.ts';
import { Sheet } from './TextSheet.tsx';

const maxFound = 20;

type Props = { places: Places; choose(path: string): void; close(): void };

export function Find({ places, choose, close }: Props) {
  const words = useWords();
  const { site, valueAt, view } = useRoom();
  const [wanted, setWanted] = useState('');
  const folded = fold(wanted.trim());
  const found = Object.keys(site.values)
    .filter((path) => path.startsWith(textPath(view.language, '')))
    .map((path) => ({ path, text: shownValue(path, valueAt(path), view.language, valueAt) }))
    .filter(({ text }) => folded.length > 1 && fold(text).includes(folded));
  const lists = [
    [words.site.onPage, found.filter(({ path }) => places.has(path))],
    [words.site.offPage, found.filter(({ path }) => !places.has(path))],
  ] as const;
  return (
    <Sheet title={words.site.find} button={words.close} close={close}>
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
                      {text}
                      <small>{sectionName(path.split('.')[2] ?? '', words.site)}</small>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      <p role="status">{folded.length > 1 && found.length === 0 && words.list.nothingFound}</p>
    </Sheet>
  );
}
