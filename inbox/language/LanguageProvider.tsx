import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';
import { defaultLanguage, isLanguage, type Language } from '../../contract/languages.ts';
import { dictionaries, type InboxWords } from './words.ts';

type Locale = { language: Language; words: InboxWords; speak(language: Language): void };

const LocaleContext = createContext<Locale | null>(null);

/** Separate from the site's language. */
const key = 'inbox-language';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(remembered);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const speak = (next: Language) => {
    setLanguage(next);
    // Storage throws where it is forbidden.
    try {
      localStorage.setItem(key, next);
    } catch {}
  };
  return <LocaleContext value={{ language, words: dictionaries[language], speak }}>{children}</LocaleContext>;
}

function remembered(): Language {
  try {
    const value = localStorage.getItem(key);
    return isLanguage(value) ? value : defaultLanguage;
  } catch {
    return defaultLanguage;
  }
}

export function useLocale(): Locale {
  const locale = use(LocaleContext);
  if (!locale) throw new Error('There is no LanguageProvider');
  return locale;
}

export const useWords = (): InboxWords => useLocale().words;
