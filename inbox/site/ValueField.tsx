import { type ReactNode, useState } from 'react';
import { normalised } from '#content/normalised.ts';
import { placeholders } from '#content/problems.ts';
import { fill } from '#contract/fill.ts';
import { type Language, monthsIn } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { Choice } from './Differences.tsx';
import { Note, Problem, useDiscard } from './notes.tsx';
import { useRoom } from './room.ts';
import styles from './Site.module.css';
import { fromBrackets, inBrackets } from './shown-value.ts';
import { change } from './typed-values.ts';

type Props = { path: string; label: string; isShown?: boolean; children?: ReactNode };

/** A value that is saved while it is typed. Beside it: whether the server has it, and what is wrong. */
export function ValueField({ path, label, isShown, children }: Props) {
  const { site: words } = useWords();
  const { valueAt, liveAt, problemAt } = useRoom();
  const [typed, setTyped] = useState({ text: '', isOpen: false });
  const [part, code] = path.split('.') as [string, Language];
  const isText = part === 'texts';
  const value = valueAt(path);
  const stored = (text: string) => fromBrackets(text, `${liveAt(path)} ${value}`, code, valueAt);
  // As typed: what is saved has no spaces at its ends, and other apostrophes.
  const isAsTyped = normalised(path, stored(typed.text)) === value;
  const text = typed.isOpen && isAsTyped ? typed.text : inBrackets(value, code, valueAt);
  const becomes = { typed: typed.text.trim(), value };
  const Control = isText ? 'textarea' : 'input';
  return (
    <div className={styles.field} data-shown={isShown || undefined}>
      <div className={styles.label}>
        <label className="label" htmlFor={path}>
          {label}
        </label>
        <Saved path={path} />
      </div>
      {part === 'deadlines' ? (
        <Day label={label} path={path} />
      ) : (
        <Control
          id={path}
          className="control"
          lang={isText ? code : undefined}
          rows={isText ? Math.min(7, Math.max(2, Math.ceil(text.length / 32))) : undefined}
          value={text}
          onChange={({ currentTarget: { value: text } }) => {
            setTyped({ text, isOpen: true });
            change(path, stored(text));
          }}
          onBlur={() => setTyped({ ...typed, isOpen: false })}
          aria-invalid={problemAt(path) !== undefined}
          aria-describedby={`${path}-notes`}
        />
      )}
      <div id={`${path}-notes`}>
        {!isText && isAsTyped && becomes.typed !== value && <small>{fill(words.becomes, becomes)}</small>}
        <Problem path={path} />
        {children}
        <Choice path={path} />
      </div>
    </div>
  );
}

/** The numbers from *Prices* that a text has to keep: `[50%]`. */
export function bracketsIn(path: string, code: Language, valueAt: (path: string) => string): string {
  const names = [...new Set(placeholders(valueAt(path)))];
  return names.map((name) => inBrackets(`{${name}}`, code, valueAt)).join(', ');
}

function Saved({ path }: { path: string }) {
  const { site: words } = useWords();
  const { site, typed, failed, valueAt, liveAt, problemAt } = useRoom();
  const discard = useDiscard();
  const { theirs, refused } = typed[path] ?? {};
  if (theirs || (valueAt(path) === liveAt(path) && !typed[path])) return null;
  return (
    <>
      <Button look="quiet" disabled={discard.isPending} onClick={() => discard.mutate([path])}>
        {words.putBack}
      </Button>
      {!typed[path] && site.draft[path] && !problemAt(path) && <Note ok>{words.saved}</Note>}
      {typed[path] && !refused && <small>{failed ? words.unsent : words.saving}</small>}
    </>
  );
}

/** A deadline has no year, which a date field would ask for. */
function Day({ label, path }: { label: string; path: string }) {
  const { words, language } = useLocale();
  const [month = '', day = ''] = useRoom().valueAt(path).split('-');
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1));
  const select = (name: string, value: string, options: readonly string[], choose: (two: string) => void) => (
    <select
      className="control"
      aria-label={name}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {options.map((option, index) => (
        <option key={option} value={String(index + 1).padStart(2, '0')}>
          {option}
        </option>
      ))}
    </select>
  );
  return (
    <div className={styles.day} id={path} tabIndex={-1} role="group" aria-label={label}>
      {select(words.site.day, day, days, (day) => change(path, `${month}-${day}`))}
      {select(words.site.month, month, monthsIn(language), (month) => change(path, `${month}-${day}`))}
    </div>
  );
}
