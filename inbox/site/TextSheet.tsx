import { type ReactNode, useEffect, useRef, useState } from 'react';
import { textPath } from '#content/content.ts';
import { fill } from '#contract/fill.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useRoom } from './room.ts';
import styles from './Site.module.css';
import { firstWords, sectionName, shownValue } from './shown-value.ts';
import { bracketsIn, ValueField } from './ValueField.tsx';
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
          {note && <small>{note}</small>}
        </div>
        {choice}
        <Button look="primary" onClick={close}>
          {button}
        </Button>
      </header>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** A text in the three languages, that of the page first. */
export function TextSheet({ textKey, close }: { textKey: string; close(): void }) {
  const { site: words } = useWords();
  const { view, liveAt, valueAt } = useRoom();
  const { language } = view;
  /** The only field that has room above a phone's keyboard. */
  const [shown, setShown] = useState(language);
  const codes = [language, ...languageCodes.filter((code) => code !== language)];
  const pathIn = (code: Language) => textPath(code, textKey);
  const path = pathIn(language);
  const others = codes.filter((code) => valueAt(pathIn(code)) === liveAt(pathIn(code)));
  const names = bracketsIn(path, language, liveAt);
  return (
    <Sheet
      title={firstWords(shownValue(path, liveAt(path), language, valueAt))}
      note={sectionName(textKey.split('.')[0] ?? '', words)}
      choice={<LanguageButtons chosen={shown} choose={setShown} className={styles.onlyShort} />}
      button={words.done}
      close={close}
    >
      {codes.map((code) => (
        <ValueField key={code} path={pathIn(code)} label={languages[code].name} isShown={code === shown}>
          {code === language && names && <small>{fill(words.brackets, { names })}</small>}
        </ValueField>
      ))}
      {others.length > 0 && others.length < codes.length && (
        <small>
          {fill(words.others, { languages: others.map((code) => languages[code].name).join(', ') })}
        </small>
      )}
    </Sheet>
  );
}
