import { useEffect, useEffectEvent, useState } from 'react';
import { useSearch } from 'wouter';
import { textPath } from '#content/content.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { StateBar, Tabs, useOpening } from './bars.tsx';
import { Canvas } from './Canvas.tsx';
import { Find } from './Find.tsx';
import { markTexts, type Places, showChosen, showValues } from './marks.ts';
import { useRoom } from './room.ts';
import styles from './Site.module.css';
import { shownValue } from './shown-value.ts';
import { TextSheet } from './TextSheet.tsx';
import { useKeyboardSpace } from './use-keyboard-space.ts';
import { ViewChoice } from './ViewChoice.tsx';

/** The page as it will be. A text that is tapped, or found, opens in a sheet. */
export function Page() {
  const { site: words } = useWords();
  const { site, view, valueAt } = useRoom();
  const { open, close } = useOpening();
  const [places, setPlaces] = useState<Places>(new Map());
  const search = new URLSearchParams(useSearch());
  const key = search.get('text');
  const path = key === null ? null : textPath(view.language, key);
  const hasText = path !== null && path in site.values;
  const hasSheet = hasText || search.has('find');
  const space = useKeyboardSpace(hasSheet);

  const deadlines = Object.keys(site.values).filter((path) => path.startsWith('deadlines.'));
  const draftedValue = (path: string) => site.draft[path]?.value ?? site.values[path];
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
        Object.keys(site.values).filter((path) => path.startsWith('texts.')),
      ),
    );
    // The listeners go with the document.
    page.addEventListener('click', (event) => onClick(event));
    page.defaultView?.addEventListener('resize', () => showAgain());
  };
  useEffect(() => showValues(places, (path) => shownValue(path, valueAt(path), view.language, valueAt)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another text, or on another page
  useEffect(() => showAgain(), [places, path, hasText]);

  return (
    <div className={styles.site} style={space} data-sheet={hasSheet || undefined} data-short={space && ''}>
      <Tabs>
        <Button look="quiet" icon="search" onClick={() => open('/site?find', location.search !== '')}>
          <span className="hidden-on-phone">{words.find}</span>
        </Button>
        <ViewChoice />
      </Tabs>
      <div className={styles.work}>
        {/* Deadlines are also drawn on the page. */}
        <Canvas key={deadlines.map(draftedValue).join()} show={show} />
        {hasText && key !== null && <TextSheet key={key} textKey={key} close={() => close('/site')} />}
        {search.has('find') && <Find places={places} choose={openText} close={() => close('/site')} />}
      </div>
      <StateBar />
    </div>
  );
}
