/**
 * Maps a request target to a prepared answer. Addresses are compared as they were sent and never decoded, so `..`, `%2e`, NUL
 * and broken escapes are simply not found.
 */
import { defaultLanguage, languageCodes } from '../../contract/languages.ts';

/** The languages that addresses name: the default one is left out. */
export const otherLanguages = languageCodes.filter((language) => language !== defaultLanguage);

/** The address of an answer, and of the one for nobody's addresses; or where to go instead. */
type Destination = { address: string; notFound: string } | { location: string };

export function destination(target: string, pages: readonly string[]): Destination {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const parameters = query === '' ? [] : query.split('&');
  const asked = parameters.find(isLanguage)?.slice('lang='.length);
  const language = otherLanguages.find((language) => language === asked);

  const page = pages.find((page) => path === page || otherNames(page).includes(path));
  const notFound = addressOf('/404', language);
  if (page === undefined) return { address: path, notFound };
  if (page === path && (asked === undefined || language))
    return { address: addressOf(page, language), notFound };

  const kept = language ? query : parameters.filter((parameter) => !isLanguage(parameter)).join('&');
  // The query becomes part of a header: printable ASCII only.
  return { location: /^[!-~]+$/.test(kept) ? `${page}?${kept}` : page };
}

/** `/privacy/` and `/privacy.html` also mean `/privacy`, `/index.html` means `/`. */
function otherNames(page: string): string[] {
  return page === '/' ? ['/index.html'] : [`${page}/`, `${page}.html`];
}

const addressOf = (page: string, language?: string) => (language ? `${page}?lang=${language}` : page);

/** The address of a file in dist/: `/?lang=en` of `/index.en.html`. */
export function addressOfFile(path: string): string {
  const [, name, language] = /^\/([^/.]+)(?:\.([^/.]+))?\.html$/.exec(path) ?? [];
  return name ? addressOf(name === 'index' ? '/' : `/${name}`, language) : path;
}

/** `/` in the default language is `/index.html`, in English `/index.en.html`. */
export function fileOf(page: string, language?: string): string {
  return `${page === '/' ? '/index' : page}${language ? `.${language}` : ''}.html`;
}

function isLanguage(parameter: string): boolean {
  return parameter === 'lang' || parameter.startsWith('lang=');
}
