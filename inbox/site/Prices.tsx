import { useState } from 'react';
import { facts } from '#content/facts.ts';
import { normalised } from '#content/normalised.ts';
import { fill } from '#contract/fill.ts';
import { monthsIn } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { StateBar, Tabs } from './bars.tsx';
import { type Draft, groups } from './draft.ts';
import { Choice, Mark, Problem } from './field-state.tsx';
import styles from './Site.module.css';

const isPrice = (name: string) => /^[$€]/.test(facts[name as keyof typeof facts]);
const names = Object.keys(facts);
const panels = [
  ['prices', 'facts', names.filter(isPrice)],
  ['facts', 'facts', names.filter((name) => !isPrice(name))],
  ['links', 'links', Object.keys(groups.links)],
  ['deadlines', 'deadlines', Object.keys(groups.deadlines)],
  ['company', 'company', Object.keys(groups.company)],
] as const;

/** Each value is saved by itself. */
export function Prices({ draft }: { draft: Draft }) {
  const { site: words } = useWords();
  const labels: Record<string, Record<string, string>> = words.labels;
  const unset = Object.keys(groups.links).filter((name) => isPlaceholder(draft.valueAt(`links.${name}`)));
  return (
    <div className={styles.site}>
      <Tabs />
      <div className={`${styles.room} ${styles.panels}`}>
        {unset.length > 0 && (
          <div className={styles.notice}>
            <p>{fill(words.placeholders, { count: unset.length, host: 'example.com' })}</p>
            {unset.map((name) => (
              <Button
                key={name}
                look="quiet"
                onClick={() => document.getElementById(`links.${name}`)?.focus()}
              >
                {labels.links?.[name]}
              </Button>
            ))}
          </div>
        )}
        {panels.map(([title, part, names]) => (
          <section key={title} className={`panel ${styles.values}`} data-part={part} aria-labelledby={title}>
            <h2 id={title}>{words.groups[title]}</h2>
            {names.map((name) => (
              <div key={name} className={styles.value}>
                <Value label={labels[part]?.[name] ?? name} path={`${part}.${name}`} draft={draft} />
              </div>
            ))}
          </section>
        ))}
      </div>
      <StateBar draft={draft} />
    </div>
  );
}

const isPlaceholder = (value: string) => /\bexample\.com\b/.test(value);

type Props = { label: string; path: string; draft: Draft };

function Value({ label, path, draft }: Props) {
  const { site: words } = useWords();
  const [typed, setTyped] = useState({ text: '', isOpen: false });
  const value = draft.valueAt(path);
  const isAsTyped = normalised(path, typed.text) === value;
  const isWrong = draft.problemAt(path) !== undefined;
  return (
    <>
      {path.startsWith('deadlines.') ? (
        <Day label={label} path={path} draft={draft} />
      ) : (
        <Field name={label}>
          <input
            id={path}
            className="control"
            value={typed.isOpen && isAsTyped ? typed.text : value}
            onChange={({ currentTarget: { value: text } }) => {
              setTyped({ text, isOpen: true });
              draft.change(path, text);
            }}
            onBlur={() => setTyped({ ...typed, isOpen: false })}
            aria-invalid={isWrong}
            aria-describedby={`${path}-state`}
          />
        </Field>
      )}
      <div id={`${path}-state`} className={styles.mark}>
        {isAsTyped && typed.text.trim() !== value && (
          <span className="small">{fill(words.becomes, { typed: typed.text.trim(), value })}</span>
        )}
        {!isWrong && isPlaceholder(value) && (
          <span className={`small ${styles.amber}`}>{words.placeholder}</span>
        )}
        <Mark path={path} draft={draft} />
        <Problem path={path} draft={draft} />
        <Choice path={path} draft={draft} />
      </div>
    </>
  );
}

/** A deadline has no year, which a date field would ask for. */
function Day({ label, path, draft }: Props) {
  const { words, language } = useLocale();
  const [month = '', day = ''] = draft.valueAt(path).split('-');
  const two = (number: number) => String(number).padStart(2, '0');
  return (
    <div className="field" role="group" aria-label={label}>
      <span className="label">{label}</span>
      <span className={styles.day}>
        <select
          className="control"
          aria-label={words.site.day}
          value={day}
          onChange={({ currentTarget }) => draft.change(path, `${month}-${currentTarget.value}`)}
        >
          {Array.from({ length: 31 }, (_, index) => (
            <option key={index} value={two(index + 1)}>
              {index + 1}
            </option>
          ))}
        </select>
        <select
          className="control"
          aria-label={words.site.month}
          value={month}
          onChange={({ currentTarget }) => draft.change(path, `${currentTarget.value}-${day}`)}
        >
          {monthsIn(language).map((name, index) => (
            <option key={name} value={two(index + 1)}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
