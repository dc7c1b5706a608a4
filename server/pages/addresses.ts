/**
 * Maps a request target to a document. Addresses are compared as they were sent and never decoded, so `..`, `%2e`, NUL and
 * broken escapes are simply not found.
 */

/** The pages in dist/, and their languages besides the default one. */
export type SiteMap = { pages: readonly string[]; languages: readonly string[] };

type Destination =
  | { kind: 'page'; path: string; language: string | undefined }
  | { kind: 'redirect'; location: string }
  /** A file, or else the 404 page in this language. */
  | { kind: 'other'; path: string; language: string | undefined };

export function destination(target: string, { pages, languages }: SiteMap): Destination {
  const [path, query] = split(target);
  const parameters = query === '' ? [] : query.split('&');
  const asked = parameters.find(isLanguage)?.slice('lang='.length);
  const language = asked !== undefined && languages.includes(asked) ? asked : undefined;

  const page = pages.find((page) => path === page || otherNames(page).includes(path));
  if (page === undefined) return { kind: 'other', path, language };
  if (page === path && (asked === undefined || language)) return { kind: 'page', path, language };

  const kept = language ? query : parameters.filter((parameter) => !isLanguage(parameter)).join('&');
  // The query becomes part of a header: printable ASCII only.
  return { kind: 'redirect', location: /^[!-~]+$/.test(kept) ? `${page}?${kept}` : page };
}

/** `/privacy/` and `/privacy.html` also mean `/privacy`, `/index.html` means `/`. */
function otherNames(page: string): string[] {
  return page === '/' ? ['/index.html'] : [`${page}/`, `${page}.html`];
}

/** `/` in the default language is `/index.html`, in English `/index.en.html`. */
export function fileOf(page: string, language?: string): string {
  return `${page === '/' ? '/index' : page}${language ? `.${language}` : ''}.html`;
}

function split(target: string): [path: string, query: string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function isLanguage(parameter: string): boolean {
  return parameter === 'lang' || parameter.startsWith('lang=');
}
