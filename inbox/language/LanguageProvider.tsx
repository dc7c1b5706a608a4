import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';
import type { InboxWords } from '#content/inbox/en.ts';
import { defaultLanguage, isLanguage, type Language } from '#contract/languages.ts';
import { onDevice } from '#inbox/device.ts';
import { dictionaries } from './words.ts';

type Locale = { language: Language; words: InboxWords; setLanguage(language: Language): void };

const LocaleContext = createContext<Locale | null>(null);

/** Separate from the site's language. */
const key = 'inbox-language';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setShown] = useState(remembered);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const setLanguage = (next: Language) => {
    setShown(next);
    onDevice[key] = next;
  };
  return (
    <LocaleContext value={{ language, words: dictionaries[language], setLanguage }}>{children}</LocaleContext>
  );
}

function remembered(): Language {
  const value = onDevice[key];
  return isLanguage(value) ? value : defaultLanguage;
}

export function useLocale(): Locale {
  const locale = use(LocaleContext);
  if (!locale) throw new Error('There is no LanguageProvider');
  return locale;
}

export const useWords = (): InboxWords => useLocale().words;
