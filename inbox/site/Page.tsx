import { useEffect, useEffectEvent, useState } from 'react';
import { useSearch } from 'wouter';
import { textPath } from '#content/content.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { StateBar, Tabs, useOpening } from './bars.tsx';
import { Canvas } from './Canvas.tsx';
import type { Draft } from './draft.ts';
import { Find } from './Find.tsx';
import { markTexts, type Places, showChosen, showValues } from './marks.ts';
import styles from './Site.module.css';
import { shownValue } from './shown-value.ts';
import { TextSheet } from './TextSheet.tsx';
import { useKeyboardSpace } from './use-keyboard-space.ts';
import { type View, ViewChoice } from './ViewChoice.tsx';

type Props = { draft: Draft; view: View; setView(view: View): void };

/** The page as it will be. A text that is tapped, or found, opens in a sheet. */
export function Page({ draft, view, setView }: Props) {
  const { site: words } = useWords();
  const { open, close } = useOpening();
  const [places, setPlaces] = useState<Places>(new Map());
  const search = new URLSearchParams(useSearch());
  const key = search.get('text');
  const path = key === null ? null : textPath(view.language, key);
  const hasText = path !== null && path in draft.site.values;
  const hasSheet = hasText || search.has('find');
  const space = useKeyboardSpace(hasSheet);

  const openText = (path: string) =>
    open(`/site?text=${path.split('.').slice(2).join('.')}`, location.search !== '');
  const onClick = useEffectEvent((event: Event) => {
    event.preventDefault();
    const target = event.target as Element;
    const around = target.closest('a, button, summary, label');
    const text =
      target.closest<HTMLElement>('[data-path]') ?? around?.querySelector<HTMLElement>('[data-path]');
    if (text?.dataset.path) openText(text.dataset.path);
  });
  const showAgain = useEffectEvent(() => showChosen(places, hasText ? path : null));
  const show = (page: Document) => {
    for (const details of page.querySelectorAll('details')) {
      // With a shared name the browser keeps only one of them open.
      details.name = '';
      details.open = true;
    }
    setPlaces(
      markTexts(
        page,
        Object.keys(draft.site.values).filter((path) => path.startsWith('texts.')),
      ),
    );
    // The listeners go with the document.
    page.addEventListener('click', (event) => onClick(event));
    page.defaultView?.addEventListener('resize', () => showAgain());
  };
  useEffect(() =>
    showValues(places, (path) => shownValue(path, draft.valueAt(path), view.language, draft.valueAt)),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another text, or on another page
  useEffect(() => showAgain(), [places, path, hasText]);

  return (
    <div className={styles.site} style={space} data-sheet={hasSheet || undefined} data-short={space && ''}>
      <Tabs>
        <Button
          look="quiet"
          icon="search"
          aria-label={words.find}
          onClick={() => open('/site?find', location.search !== '')}
        >
          <span className={styles.onlyWide}>{words.find}</span>
        </Button>
        <ViewChoice view={view} setView={setView} />
      </Tabs>
      <div className={styles.work}>
        {/* Deadlines are also drawn on the page. */}
        <Canvas key={deadlinesOf(draft)} view={view} show={show} />
        {hasText && key !== null && (
          <TextSheet
            key={key}
            draft={draft}
            textKey={key}
            language={view.language}
            close={() => close('/site')}
          />
        )}
        {search.has('find') && (
          <Find
            draft={draft}
            places={places}
            language={view.language}
            choose={openText}
            close={() => close('/site')}
          />
        )}
      </div>
      <StateBar draft={draft} />
    </div>
  );
}

const deadlinesOf = ({ site: { values, draft } }: Draft): string =>
  Object.keys(values)
    .filter((path) => path.startsWith('deadlines.'))
    .map((path) => draft[path]?.value ?? values[path])
    .join();
