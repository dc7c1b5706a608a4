import { type FormEvent, useId, useState } from 'react';
import { textPath } from '#content/content.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Problem } from './Problem.tsx';
import styles from './Site.module.css';
import type { Draft } from './use-draft.ts';
import { useEditing } from './use-editing.ts';

type Props = {
  textKey: string;
  /** The path of the text that is edited on the page itself. */
  editedAbove: string | undefined;
  draft: Draft;
  done(): void;
  restore(): void;
};

export function TextForm({ textKey, editedAbove, draft, done, restore }: Props) {
  const { site: words } = useWords();
  const texts = languageCodes.map((code) => ({ code, path: textPath(code, textKey) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    done();
  };
  return (
    <form
      className={`panel ${styles.form}`}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && restore()}
    >
      <div className={styles.texts}>
        {texts.map(({ code, path }) => (
          <div key={path}>
            {path !== editedAbove && <TextField language={code} path={path} draft={draft} />}
            <Problem path={path} value={draft.valueAt(path)} />
          </div>
        ))}
        {texts.some(({ path }) => draft.valueAt(path).includes('{')) && (
          <p className="soft">{words.changeNumber}</p>
        )}
      </div>
      <p className="cluster">
        <Button type="submit" look="primary">
          {words.done}
        </Button>
        <Button look="quiet" onClick={restore}>
          {words.cancel}
        </Button>
      </p>
    </form>
  );
}

/** Placeholders are shown as elements, which an `input` cannot contain. */
function TextField({ language, path, draft }: { language: Language; path: string; draft: Draft }) {
  const id = useId();
  const [field, setField] = useState<HTMLElement | null>(null);
  useEditing(field, draft);
  return (
    <>
      <span id={id} className="label">
        {languages[language].name}
      </span>
      <div
        ref={setField}
        className={`control ${styles.text}`}
        role="textbox"
        tabIndex={0}
        aria-labelledby={id}
        lang={language}
        data-path={path}
      />
    </>
  );
}
