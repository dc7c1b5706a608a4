import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { textPath } from '../../content/content.ts';
import { type Language, languageCodes, languages } from '../../contract/languages.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { edit, nameShownIn } from './chips.ts';
import { Problem } from './Problem.tsx';
import styles from './Site.module.css';
import type { Draft } from './use-draft.ts';

type Props = {
  textKey: string;
  /** The path of the text that is edited on the page itself. */
  editedAbove: string | undefined;
  draft: Draft;
  done(): void;
  restore(): void;
};

/** One text in the languages that are not edited on the page. */
export function Strip({ textKey, editedAbove, draft, done, restore }: Props) {
  const { site: words } = useWords();
  const texts = languageCodes.map((code) => ({ code, path: textPath(code, textKey) }));
  return (
    <form
      className={`panel ${styles.strip}`}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
      onKeyDown={({ key }) => key === 'Escape' && restore()}
    >
      {texts.map(({ code, path }) => (
        <div key={path}>
          {path !== editedAbove && <TextField language={code} path={path} draft={draft} />}
          <Problem path={path} value={draft.valueAt(path)} />
        </div>
      ))}
      {texts.some(({ path }) => draft.valueAt(path).includes('{')) && (
        <p className="soft">{words.changeNumber}</p>
      )}
      <p className={styles.tools}>
        <button type="submit" className="button primary">
          {words.done}
        </button>
        <button type="button" className="button quiet" onClick={restore}>
          {words.restore}
        </button>
      </p>
    </form>
  );
}

function TextField({ language, path, draft }: { language: Language; path: string; draft: Draft }) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const start = useEffectEvent((element: HTMLElement) =>
    edit(element, { text: draft.valueAt(path), nameShown: nameShownIn(language, draft.valueAt) }, (text) =>
      draft.change(path, text),
    ),
  );
  useEffect(() => {
    if (!field.current) return;
    const stop = start(field.current);
    return () => stop();
  }, []);
  return (
    <>
      <span id={id} className="label">
        {languages[language].name}
      </span>
      {/* The chips are elements: an input cannot hold them. */}
      <div
        ref={field}
        className={`control ${styles.text}`}
        role="textbox"
        tabIndex={0}
        aria-labelledby={id}
        lang={language}
      />
    </>
  );
}
