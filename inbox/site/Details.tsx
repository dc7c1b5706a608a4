import { useId, useState } from 'react';
import { company } from '#content/company.ts';
import { deadlines, facts } from '#content/facts.ts';
import { links } from '#content/links.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { Field } from '#inbox/components/Field.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Problem, problemAt } from './Problem.tsx';
import styles from './Site.module.css';
import type { Draft } from './use-draft.ts';

const groups = { facts, deadlines, links, company };

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

/** A deadline has no year, but a date field needs one: `11-30` is `2026-11-30` until that day is over. */
function nextDate(day: string): string {
  const today = tashkentDate(Date.now());
  const year = Number(today.slice(0, 4));
  return `${day < today.slice(5) ? year + 1 : year}-${day}`;
}

function Value({ label, path, draft }: { label: string; path: string; draft: Draft }) {
  const id = useId();
  const isDay = path.startsWith('deadlines.');
  const value = draft.valueAt(path);
  const [typedDate, setTypedDate] = useState<string>();
  // While a date is incomplete, the field's value is empty.
  const isTyping = typedDate === '' || typedDate?.slice(5) === value;
  const changeDate = (date: string) => {
    setTypedDate(date);
    if (date) draft.change(path, date.slice(5));
  };
  return (
    <div>
      <Field name={label}>
        <input
          className="control"
          type={isDay ? 'date' : 'text'}
          value={isDay ? (isTyping ? typedDate : nextDate(value)) : value}
          onChange={({ target }) => (isDay ? changeDate(target.value) : draft.change(path, target.value))}
          onBlur={() => setTypedDate(undefined)}
          aria-invalid={problemAt(path, value) !== undefined}
          aria-describedby={id}
        />
      </Field>
      <Problem id={id} path={path} value={value} />
    </div>
  );
}
