import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { textPath } from '#content/content.ts';
import { inboxApiPath } from '#contract/addresses.ts';
import type { SiteState } from '#contract/inbox.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { queryString } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import styles from './Site.module.css';
import { shownValue } from './shown-value.ts';
import { TextForm } from './TextForm.tsx';
import { ToggleGroup } from './ToggleGroup.tsx';
import type { Draft } from './use-draft.ts';
import { useEditing, useShown } from './use-editing.ts';

/**
 * `key`: `hero.badge`, in all languages. `element`: the text on the page, if it is edited there. `before`: the values that
 * Cancel restores, by path.
 */
type Chosen = { key: string; element: HTMLElement | null; before: Record<string, string> };

type Props = { site: SiteState; draft: Draft; version: number | null; showVersion(number: null): void };

/** The text chosen on the page is edited there, the other languages in a form below. */
export function PageEditor({ site, draft, version, showVersion }: Props) {
  const { words, language: own } = useLocale();
  const [language, setLanguage] = useState(own);
  const [wide, setWide] = useState(false);
  const [page, setPage] = useState<Document | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const element = chosen?.element ?? null;

  const choose = (path: string, element: HTMLElement | null) => {
    const key = path.split('.').slice(2).join('.');
    setChosen({ key, element, before: {} });
  };
  const change = (path: string, value: string) => {
    const before = { [path]: draft.valueAt(path) };
    setChosen((chosen) => chosen && { ...chosen, before: { ...before, ...chosen.before } });
    draft.change(path, value);
  };
  const undoable = { ...draft, change };
  const restore = () => {
    for (const [path, value] of Object.entries(chosen?.before ?? {})) draft.change(path, value);
    setChosen(null);
  };
  const switchTo = (language: Language) => {
    setChosen(null);
    setLanguage(language);
  };

  const onClick = useEffectEvent((event: Event) => {
    event.preventDefault();
    const target = event.target as Element;
    // A question is edited in the form: a space typed in a `summary` would open or close it.
    const summary = target.closest('summary');
    const text = summary
      ? summary.querySelector<HTMLElement>('[data-path]')
      : target.closest<HTMLElement>('[data-path]');
    if (version === null && text && text !== element) choose(text.dataset.path ?? '', summary ? null : text);
  });
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && restore());
  useEffect(() => {
    if (!page) return;
    for (const details of page.querySelectorAll('details')) {
      // With a shared name the browser keeps only one of them open.
      details.name = '';
      details.open = true;
    }
    // The listeners go with the document.
    page.addEventListener('click', (event) => onClick(event));
    page.addEventListener('keydown', (event) => onKeyDown(event));
  }, [page]);

  useEditing(element, undoable);
  const selector = chosen && `[data-path="${textPath(language, chosen.key)}"]`;
  const shown = (selector && page?.querySelector<HTMLElement>(selector)) || null;
  useShown(shown, draft);
  const editor = useRef<HTMLDivElement>(null);
  const key = chosen?.key;
  useEffect(() => {
    if (!key) return;
    element?.focus();
    shown?.scrollIntoView({ behavior: 'instant', block: 'center' });
    editor.current?.scrollIntoView();
  }, [key, element, shown]);

  const address = queryString({ language, number: version === null ? null : String(version) });
  return (
    <>
      <div className="cluster">
        <ToggleGroup
          options={languageCodes.map((code) => [code, languages[code].short])}
          chosen={language}
          choose={switchTo}
        />
        <ToggleGroup
          options={[
            [false, words.site.phone],
            [true, words.site.desktop],
          ]}
          chosen={wide}
          choose={setWide}
        />
      </div>
      {version === null ? (
        <p className="soft">{words.site.intro}</p>
      ) : (
        <p>
          {words.site.looking} <Button onClick={() => showVersion(null)}>{words.site.toDraft}</Button>
        </p>
      )}
      <div ref={editor} className={chosen ? styles.editor : undefined}>
        <div className={styles.screen} data-wide={wide || undefined}>
          <iframe
            key={language}
            title={words.site.page}
            src={`${inboxApiPath}/site/page?${address}`}
            onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument)}
          />
        </div>
        {chosen && (
          <TextForm
            textKey={chosen.key}
            editedAbove={element?.dataset.path}
            draft={undoable}
            done={() => setChosen(null)}
            restore={restore}
          />
        )}
      </div>
      {version === null && !chosen && (
        <Find site={site} draft={draft} choose={(path) => choose(path, null)} />
      )}
    </>
  );
}

const maxFound = 20;

function Find({ site, draft, choose }: Pick<Props, 'site' | 'draft'> & { choose(path: string): void }) {
  const { words, language } = useLocale();
  const [wanted, setWanted] = useState('');
  const found = Object.keys(site.values)
    .filter((path) => path.startsWith(textPath(language, '')))
    .map((path) => ({ path, text: shownValue(path, draft.valueAt(path), language, draft.valueAt) }))
    .filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <div className="panel">
      <Field name={words.site.find}>
        <input
          className="control"
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </Field>
      <p className="soft">{words.site.notVisible}</p>
      {wanted.length > 1 && (
        <ul className={styles.list}>
          {found.slice(0, maxFound).map(({ path, text }) => (
            <li key={path}>
              <Button look="quiet" onClick={() => choose(path)}>
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {wanted.length > 1 && found.length === 0 && <p role="status">{words.list.nothingFound}</p>}
    </div>
  );
}
