import { useEffect, useEffectEvent, useState } from 'react';
import { textPath } from '../../content/content.ts';
import { inboxApiPath, type SiteState } from '../../contract/inbox.ts';
import { languageCodes, languages } from '../../contract/languages.ts';
import { searchOf } from '../api.ts';
import { useLocale } from '../language/LanguageProvider.tsx';
import { edit, nameShownIn } from './chips.ts';
import { Find } from './Find.tsx';
import styles from './Site.module.css';
import { Strip } from './Strip.tsx';
import type { Draft } from './use-draft.ts';

/** `key`: `hero.badge`, in all languages. `element`: the text on the page, when it was chosen there. */
type Chosen = { key: string; element: HTMLElement | null; before: Record<string, string> };

type Props = { site: SiteState; draft: Draft; version: number | null; look(number: null): void };

/** The real page in a frame. A text is edited where it stands, the other languages in a strip below. */
export function Page({ site, draft, version, look }: Props) {
  const { words, language: own } = useLocale();
  const [language, setLanguage] = useState(own);
  const [wide, setWide] = useState(false);
  const [page, setPage] = useState<Document | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const choose = (path: string, element: HTMLElement | null) => {
    const key = path.split('.').slice(2).join('.');
    const paths = languageCodes.map((code) => textPath(code, key));
    const before = Object.fromEntries(paths.map((path) => [path, draft.valueAt(path)]));
    setChosen({ key, element, before });
  };
  const restore = () => {
    for (const [path, value] of Object.entries(chosen?.before ?? {})) draft.change(path, value);
    setChosen(null);
  };

  const onClick = useEffectEvent((event: Event) => {
    event.preventDefault();
    const text = (event.target as Element).closest<HTMLElement>('[data-path]');
    if (version === null && text && text !== chosen?.element) choose(text.dataset.path ?? '', text);
  });
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && restore());
  useEffect(() => {
    if (!page) return;
    for (const details of page.querySelectorAll('details')) details.open = true;
    // They end with the document.
    page.addEventListener('click', (event) => onClick(event));
    page.addEventListener('keydown', (event) => onKeyDown(event));
  }, [page]);

  const element = chosen?.element ?? null;
  const editElement = useEffectEvent((element: HTMLElement) => {
    const path = element.dataset.path ?? '';
    const text = () => ({ text: draft.valueAt(path), nameShown: nameShownIn(language, draft.valueAt) });
    return edit(element, text(), (typed) => draft.change(path, typed));
  });
  const showElement = useEffectEvent((element: HTMLElement) => draft.valueAt(element.dataset.path ?? ''));
  useEffect(() => {
    if (!element) return;
    const stop = editElement(element);
    element.focus();
    return () => stop(showElement(element));
  }, [element]);

  const address = searchOf({ language, number: version === null ? null : String(version) });
  return (
    <section className={styles.editor}>
      <div className={styles.tools}>
        {languageCodes.map((code) => (
          <button
            key={code}
            type="button"
            className="button"
            aria-pressed={code === language}
            onClick={() => {
              setChosen(null);
              setLanguage(code);
            }}
          >
            {languages[code].short}
          </button>
        ))}
        {[false, true].map((each) => (
          <button
            key={String(each)}
            type="button"
            className="button"
            aria-pressed={wide === each}
            onClick={() => setWide(each)}
          >
            {each ? words.site.desktop : words.site.phone}
          </button>
        ))}
      </div>
      {version === null ? (
        <p className="soft">{words.site.intro}</p>
      ) : (
        <p>
          {words.site.looking}{' '}
          <button type="button" className="button" onClick={() => look(null)}>
            {words.site.toDraft}
          </button>
        </p>
      )}
      <div className={styles.screen} data-wide={wide || undefined}>
        <iframe
          key={language}
          title={words.site.page}
          src={`${inboxApiPath}/site/page?${address}`}
          onLoad={({ currentTarget }) => setPage(currentTarget.contentDocument)}
        />
      </div>
      {version === null && !chosen && (
        <Find site={site} draft={draft} choose={(path) => choose(path, null)} />
      )}
      {chosen && (
        <Strip
          textKey={chosen.key}
          editedAbove={element?.dataset.path}
          draft={draft}
          done={() => setChosen(null)}
          restore={restore}
        />
      )}
    </section>
  );
}
