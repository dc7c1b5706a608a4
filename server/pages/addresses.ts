/** Addresses are never decoded, so one with `..`, `%2e`, NUL or a broken escape is not found. */
import { defaultLanguage, isLanguage, languageCodes } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';

export const otherLanguages = languageCodes.filter((language) => language !== defaultLanguage);

/** The address of a prepared file, with the 404 page to send if there is none; or a redirect. */
type Destination = { address: string; notFound: string } | { location: string };

export function destination(target: string, pages: readonly string[]): Destination {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const parameters = query === '' ? [] : query.split('&');
  const asked = parameters.find(isLangParameter)?.slice('lang='.length);
  const language = otherLanguages.find((language) => language === asked) ?? defaultLanguage;
  const isDefault = language === defaultLanguage;

  const page = pages.find((page) => path === page || otherNames(page).includes(path));
  const notFound = pageAddress('/404', language);
  if (page === undefined) return { address: path, notFound };
  if (page === path && (asked === undefined || !isDefault))
    return { address: pageAddress(page, language), notFound };

  const kept = isDefault ? parameters.filter((parameter) => !isLangParameter(parameter)).join('&') : query;
  // A header takes only printable ASCII.
  return { location: /^[!-~]+$/.test(kept) ? `${page}?${kept}` : page };
}

/** `/privacy/` and `/privacy.html` also mean `/privacy`, `/index.html` means `/`. */
function otherNames(page: string): string[] {
  return page === '/' ? ['/index.html'] : [`${page}/`, `${page}.html`];
}

/** `/?lang=en` for `/index.en.html`. */
export function addressOfFile(path: string): string {
  const [, name, code] = /^\/([^/.]+)(?:\.([^/.]+))?\.html$/.exec(path) ?? [];
  const language = isLanguage(code) ? code : defaultLanguage;
  return name ? pageAddress(name === 'index' ? '/' : `/${name}`, language) : path;
}

function isLangParameter(parameter: string): boolean {
  return parameter === 'lang' || parameter.startsWith('lang=');
}
