import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Links } from '#content/content.ts';
import type { Language } from '#contract/languages.ts';
import { type PageName, pages } from '#contract/pages.ts';
import { keepInPlace } from '#site/keep-place.ts';
import { loadTexts, type Texts } from './texts.ts';
import { type TextKey, translate } from './translate.ts';
import { urlInLanguage } from './url-in-language.ts';

type LanguageContext = {
  language: Language;
  texts: Texts;
  links: Links;
  /** The text at the key; if it is missing, the fallback or the key itself. */
  t(key: TextKey, fallback?: string): string;
  /** Resolves to false if the texts could not be loaded, to undefined if another language was chosen in the meantime. */
  switchLanguage(language: Language): Promise<boolean | undefined>;
};

const Context = createContext<LanguageContext | null>(null);

/** A request on a stalled connection would never fail. */
const timeLimitMs = 15_000;

type Props = { page: PageName; language: Language; texts: Texts; children: ReactNode };

export function LanguageProvider({ page, children, ...initial }: Props) {
  const [{ language, texts }, setCurrent] = useState(initial);

  // The last of several quick choices wins.
  const chosen = useRef(initial.language);

  const switchLanguage = useCallback(
    async (next: Language) => {
      chosen.current = next;
      const nextTexts = await Promise.race([
        loadTexts(page, next).catch(() => null),
        new Promise<null>((resolve) => setTimeout(resolve, timeLimitMs, null)),
      ]);
      if (chosen.current !== next) return undefined;
      if (!nextTexts) return false;
      keepInPlace(() => {
        flushSync(() => setCurrent({ language: next, texts: nextTexts }));
        document.documentElement.lang = next;
      });
      document.title = translate(nextTexts, pages[page].title);
      updateCanonical(next);
      updateAddress(next);
      return true;
    },
    [page],
  );

  // Going back may restore an address in another language.
  useEffect(() => {
    const update = () => updateAddress(language);
    addEventListener('popstate', update);
    return () => removeEventListener('popstate', update);
  }, [language]);

  const value = useMemo<LanguageContext>(
    () => ({
      language,
      texts,
      links: texts.links,
      t: (key, fallback) => translate(texts, key, fallback),
      switchLanguage,
    }),
    [language, texts, switchLanguage],
  );

  return <Context value={value}>{children}</Context>;
}

function updateAddress(language: Language): void {
  const address = urlInLanguage(location.href, language);
  if (location.href !== address) history.replaceState(history.state, '', address);
}

/** Chrome's "Share" uses the canonical address. */
function updateCanonical(language: Language): void {
  const own = document.querySelector<HTMLLinkElement>(`link[hreflang="${language}"]`);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (own && canonical) canonical.href = own.href;
}

export function useLanguage(): LanguageContext {
  const value = useContext(Context);
  if (!value) throw new Error('useLanguage is used outside of LanguageProvider');
  return value;
}
