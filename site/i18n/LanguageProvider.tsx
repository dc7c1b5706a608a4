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
import type { Links } from '../../content/content.ts';
import type { Language } from '../../contract/languages.ts';
import { keepPlace } from '../keep-place.ts';
import type { PageName } from '../pages/names.ts';
import { inLanguage } from './addresses.ts';
import { pageTitle } from './page-title.ts';
import { loadTexts, type Texts } from './texts.ts';
import { type ListAt, type ListKey, listAt, type TextKey, translate } from './translate.ts';

type LanguageContext = {
  language: Language;
  texts: Texts;
  links: Links;
  /** The text at the key; if it is missing, the fallback or the key itself. */
  t(key: TextKey, fallback?: string): string;
  list<Key extends ListKey>(key: Key): ListAt<Key>;
  /** False when the words did not arrive: the page stays as it is. Nothing when another was chosen meanwhile. */
  switchLanguage(language: Language): Promise<boolean | undefined>;
};

const Context = createContext<LanguageContext | null>(null);

/** In milliseconds. On a slow network the words take some seconds; a network that has stalled would never tell. */
const patience = 15_000;

type Props = { page: PageName; language: Language; texts: Texts; children: ReactNode };

export function LanguageProvider({ page, children, ...initial }: Props) {
  const [{ language, texts }, setCurrent] = useState(initial);

  // Of two quick choices the last one counts, whichever arrives first.
  const chosen = useRef(initial.language);

  const switchLanguage = useCallback(
    async (next: Language) => {
      chosen.current = next;
      const nextTexts = await Promise.race([
        loadTexts(page, next).catch(() => null),
        new Promise<null>((resolve) => setTimeout(resolve, patience, null)),
      ]);
      if (chosen.current !== next) return undefined;
      if (!nextTexts) return false;
      keepPlace(() => {
        flushSync(() => setCurrent({ language: next, texts: nextTexts }));
        // Lines may break anew with it: WebKit tries fonts again that came too late for the language before.
        document.documentElement.lang = next;
      });
      document.title = pageTitle(page, nextTexts);
      takeOverCanonical(next);
      tellInAddress(next);
      return true;
    },
    [page],
  );

  // Steps back lead to addresses from before the switch: the last choice counts.
  useEffect(() => {
    const tell = () => tellInAddress(language);
    addEventListener('popstate', tell);
    return () => removeEventListener('popstate', tell);
  }, [language]);

  const value = useMemo<LanguageContext>(
    () => ({
      language,
      texts,
      links: texts.links,
      t: (key, fallback) => translate(texts, key, fallback),
      list: (key) => listAt(texts, key),
      switchLanguage,
    }),
    [language, texts, switchLanguage],
  );

  return <Context value={value}>{children}</Context>;
}

/** The address names the language that is read. */
function tellInAddress(language: Language): void {
  const address = inLanguage(location, language);
  if (!location.href.endsWith(address)) history.replaceState(history.state, '', address);
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
