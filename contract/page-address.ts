import { defaultLanguage, type Language } from './languages.ts';

/** `/privacy?lang=ru`. The default language has no `lang` parameter, so that each page has one address per language. */
export function pageAddress(path: string, language: Language, anchor = ''): string {
  const query = language === defaultLanguage ? '' : `?lang=${language}`;
  return `${path}${query}${anchor && `#${anchor}`}`;
}

/** The file of a page in `dist/`: `/privacy.ru.html`. */
export function pageFile(path: string, language: Language): string {
  const name = path === '/' ? '/index' : path;
  return `${name}${language === defaultLanguage ? '' : `.${language}`}.html`;
}
