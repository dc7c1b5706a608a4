/**
 * Which document a request target means.
 *
 * Nothing is ever decoded. Every address of the site is plain ASCII and is compared as it was sent, so `..`,
 * `%2e`, NUL, backslashes and broken escapes cannot mean anything but "not found".
 */

/** What is in dist: the pages, and the languages each of them has beside the default one. */
export type SiteMap = { pages: readonly string[]; languages: readonly string[] };

type Destination =
  | { kind: 'page'; path: string; language: string | undefined }
  | { kind: 'redirect'; location: string }
  /** A file with an address of its own or, when there is none, the 404 page in the language asked for. */
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
  // The rest of the query goes into a header: what is not printable ASCII has no business there.
  return { kind: 'redirect', location: /^[!-~]+$/.test(kept) ? `${page}?${kept}` : page };
}

/** `/privacy` is also asked for as `/privacy/` and `/privacy.html`, `/` as `/index.html`. */
function otherNames(page: string): string[] {
  return page === '/' ? ['/index.html'] : [`${page}/`, `${page}.html`];
}

/** The file in dist that holds a page: `/` in the default language is `/index.html`, in English `/index.en.html`. */
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
