import { useId } from 'react';
import { deadlines, facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { provider } from '../../content/provider.ts';
import { Field } from '../components/Field.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { Problem, problemAt } from './Problem.tsx';
import styles from './Site.module.css';
import type { Draft } from './use-draft.ts';

const groups = { facts, deadlines, links, provider };

export function Details({ draft }: { draft: Draft }) {
  const { site: words } = useWords();
  const labels: Record<string, Record<string, string>> = words.labels;
  return Object.entries(groups).map(([group, values]) => (
    <fieldset key={group} className={`panel ${styles.details}`}>
      <legend>{words.groups[group as keyof typeof groups]}</legend>
      {Object.keys(values).map((name) => (
        <Value key={name} label={labels[group]?.[name] ?? name} path={`${group}.${name}`} draft={draft} />
      ))}
    </fieldset>
  ));
}

/** Deadlines come every year, but a date field needs one. */
const year = new Date().getFullYear();

function Value({ label, path, draft }: { label: string; path: string; draft: Draft }) {
  const id = useId();
  const isDay = path.startsWith('deadlines.');
  const value = draft.valueAt(path);
  return (
    <div>
      <Field name={label}>
        <input
          className="control"
          type={isDay ? 'date' : 'text'}
          value={isDay ? `${year}-${value}` : value}
          onChange={({ target }) => draft.change(path, isDay ? target.value.slice(5) : target.value)}
          aria-invalid={problemAt(path, value) !== undefined}
          aria-describedby={id}
        />
      </Field>
      <Problem id={id} path={path} value={value} />
    </div>
  );
}
