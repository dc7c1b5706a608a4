import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { PageName } from '../pages/names.ts';
import { inLanguage } from './addresses.ts';
import type { Language } from './languages.ts';
import { fetchLetters } from './letters.ts';
import { pageTitle } from './page-title.ts';
import { rememberLanguage } from './remembered-language.ts';
import { loadTexts, type Texts } from './texts.ts';
import { type ListAt, type ListKey, listAt, type TextKey, translate } from './translate.ts';

type LanguageContext = {
  language: Language;
  texts: Texts;
  /** The text at the key; if it is missing, the fallback or the key itself. */
  t(key: TextKey, fallback?: string): string;
  list<Key extends ListKey>(key: Key): ListAt<Key>;
  switchLanguage(language: Language): void;
};

const Context = createContext<LanguageContext | null>(null);

type Props = { page: PageName; language: Language; texts: Texts; children: ReactNode };

export function LanguageProvider({ page, children, ...initial }: Props) {
  const [{ language, texts }, setCurrent] = useState(initial);

  const switchLanguage = useCallback(
    async (next: Language) => {
      rememberLanguage(next);
      const address = inLanguage(location, next);
      try {
        const [nextTexts] = await Promise.all([loadTexts(page, next), fetchLetters(next)]);
        setCurrent({ language: next, texts: nextTexts });
        document.documentElement.lang = next;
        document.title = pageTitle(page, nextTexts);
        takeOverCanonical(next);
        history.replaceState(history.state, '', address);
      } catch {
        // The words did not arrive: let the browser fetch the whole page, as it would without script.
        location.assign(address);
      }
    },
    [page],
  );

  const value = useMemo<LanguageContext>(
    () => ({
      language,
      texts,
      t: (key, fallback) => translate(texts, key, fallback),
      list: (key) => listAt(texts, key),
      switchLanguage,
    }),
    [language, texts, switchLanguage],
  );

  return <Context value={value}>{children}</Context>;
}

/** Chrome's "share" hands on the canonical address: it has to follow the language that is read. */
function takeOverCanonical(language: Language): void {
  const own = document.querySelector<HTMLLinkElement>(`link[hreflang="${language}"]`);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (own && canonical) canonical.href = own.href;
}

export function useLanguage(): LanguageContext {
  const value = useContext(Context);
  if (!value) throw new Error('useLanguage is used outside of LanguageProvider');
  return value;
}
