import { useState } from 'react';
import { textPath } from '../../content/content.ts';
import type { SiteState } from '../../contract/inbox.ts';
import { useLocale } from '../language/LanguageProvider.tsx';
import styles from './Site.module.css';
import type { Draft } from './use-draft.ts';

const mostFound = 20;

/** Also the way to texts that the page does not show. */
export function Find({ site, draft, choose }: { site: SiteState; draft: Draft; choose(path: string): void }) {
  const { words, language } = useLocale();
  const [wanted, setWanted] = useState('');
  const found = Object.keys(site.values)
    .filter((path) => path.startsWith(textPath(language, '')))
    .filter((path) => draft.valueAt(path).toLowerCase().includes(wanted.toLowerCase()));
  return (
    <div className="panel">
      <label className="field">
        <span className="label">{words.site.find}</span>
        <input
          className="control"
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </label>
      <p className="soft">{words.site.notVisible}</p>
      {wanted.length > 1 && (
        <ul className={styles.list}>
          {found.slice(0, mostFound).map((path) => (
            <li key={path}>
              <button type="button" className="button quiet" onClick={() => choose(path)}>
                {draft.valueAt(path)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
