import { useId } from 'react';
import { deadlines, facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { provider } from '../../content/provider.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { Problem, problemAt } from './Problem.tsx';
import styles from './Site.module.css';
import type { Draft } from './use-draft.ts';

const groups = { facts, deadlines, links, provider };

/** Numbers, dates, links and the company: each written once, used in all texts and languages. */
export function Details({ draft }: { draft: Draft }) {
  const { site: words } = useWords();
  return Object.entries(groups).map(([group, values]) => (
    <fieldset key={group} className={`panel ${styles.details}`}>
      <legend>{words.groups[group as keyof typeof groups]}</legend>
      {Object.keys(values).map((name) => (
        <Value key={name} path={`${group}.${name}`} draft={draft} />
      ))}
    </fieldset>
  ));
}

/** Deadlines come every year; a date field wants one. */
const year = new Date().getFullYear();

function Value({ path, draft }: { path: string; draft: Draft }) {
  const { site: words } = useWords();
  const id = useId();
  const [group = '', name = ''] = path.split('.');
  const isDay = group === 'deadlines';
  const value = draft.valueAt(path);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {(words.labels as Record<string, Record<string, string>>)[group]?.[name]}
      </label>
      <input
        id={id}
        className="control"
        type={isDay ? 'date' : 'text'}
        value={isDay ? `${year}-${value}` : value}
        onChange={({ target }) => draft.change(path, isDay ? target.value.slice(5) : target.value)}
        aria-invalid={problemAt(path, value) !== undefined}
        aria-describedby={`${id}-problem`}
      />
      <Problem id={`${id}-problem`} path={path} value={value} />
    </div>
  );
}
