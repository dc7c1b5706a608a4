import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { textPath } from '#content/content.ts';
import { normalised } from '#content/normalised.ts';
import { placeholders } from '#content/problems.ts';
import { fill } from '#contract/fill.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import type { Draft } from './draft.ts';
import { Choice, Mark, Problem } from './field-state.tsx';
import styles from './Site.module.css';
import { firstWords, fromBrackets, inBrackets, sectionName, shownValue } from './shown-value.ts';
import { LanguageButtons } from './ViewChoice.tsx';

type SheetProps = {
  title: string;
  note?: string;
  choice?: ReactNode;
  button: string;
  close(): void;
  children: ReactNode;
};

/** Beside the page, or over the lower part of a phone's screen. Everything in it is saved all the time. */
export function Sheet({ title, note, choice, button, close, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const field = sheet.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('textarea, input');
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(-1, -1);
    return () => before?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={sheet}
      className={styles.sheet}
      aria-label={title}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header>
        <div>
          <h2>{title}</h2>
          {note && <p className="small soft">{note}</p>}
        </div>
        {choice}
        <Button look="primary" onClick={close}>
          {button}
        </Button>
      </header>
      {children}
    </section>
  );
}

type Props = { draft: Draft; textKey: string; language: Language; close(): void };

/** A text in the three languages, that of the page first. */
export function TextSheet({ draft, textKey, language, close }: Props) {
  const { site: words } = useWords();
  /** The only field that has room above a phone's keyboard. */
  const [shown, setShown] = useState(language);
  const codes = [language, ...languageCodes.filter((code) => code !== language)];
  const path = textPath(language, textKey);
  const isChanged = (code: Language) =>
    draft.valueAt(textPath(code, textKey)) !== draft.liveAt(textPath(code, textKey));
  const others = codes.filter((code) => !isChanged(code)).map((code) => languages[code].name);
  return (
    <Sheet
      title={firstWords(shownValue(path, draft.liveAt(path), language, draft.valueAt))}
      note={sectionName(textKey.split('.')[0] ?? '', words)}
      choice={
        <LanguageButtons
          chosen={shown}
          choose={setShown}
          label={words.language}
          className={styles.onlyShort}
        />
      }
      button={words.done}
      close={close}
    >
      <div className={styles.fields}>
        {codes.map((code) => (
          <TextField
            key={code}
            code={code}
            path={textPath(code, textKey)}
            draft={draft}
            isFirst={code === language}
            isShown={code === shown}
          />
        ))}
        {others.length > 0 && others.length < codes.length && (
          <p className="small soft">{fill(words.others, { languages: others.join(', ') })}</p>
        )}
      </div>
    </Sheet>
  );
}

type FieldProps = { code: Language; path: string; draft: Draft; isFirst: boolean; isShown: boolean };

function TextField({ code, path, draft, isFirst, isShown }: FieldProps) {
  const { site: words } = useWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  const known = `${draft.liveAt(path)} ${draft.valueAt(path)}`;
  const names = [...new Set(placeholders(known))].map((name) => inBrackets(`{${name}}`, code, draft.valueAt));
  const stored = (text: string) => fromBrackets(text, known, code, draft.valueAt);
  // As typed: what is saved has no spaces at its ends, and other apostrophes.
  const isAsTyped = normalised(path, stored(typed)) === draft.valueAt(path);
  const text = isAsTyped ? typed : inBrackets(draft.valueAt(path), code, draft.valueAt);
  const write = (text: string) => {
    setTyped(text);
    draft.change(path, stored(text));
  };
  return (
    <div className={styles.textField} data-shown={isShown || undefined}>
      <div className={styles.labelLine}>
        <label className="label" htmlFor={id}>
          {languages[code].name}
        </label>
        <Mark path={path} draft={draft} />
      </div>
      <textarea
        id={id}
        className="control"
        lang={code}
        rows={Math.min(7, Math.max(2, Math.ceil(text.length / 32)))}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onBlur={() => setTyped('')}
        aria-invalid={draft.problemAt(path) !== undefined}
        aria-describedby={`${id}-problem`}
      />
      <Problem id={`${id}-problem`} path={path} draft={draft} />
      {isFirst && names.length > 0 && (
        <p className="small soft">{fill(words.brackets, { names: names.join(', ') })}</p>
      )}
      <Choice path={path} draft={draft} />
    </div>
  );
}
