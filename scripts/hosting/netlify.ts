/** `_headers` (Netlify, and Cloudflare Pages for what its worker does not answer) and Netlify's `_redirects`. */
import { fileOf } from '../../server/pages/addresses.ts';
import type { SiteRules } from './site-rules.ts';

/**
 * No header is named by two rules that can meet on one path: both hosts would send it twice. Assets are listed one
 * by one, because a rule for their folder would make browsers keep its 404 for a year as well. Pages get the hosts'
 * own `max-age=0, must-revalidate`, which is what they should have.
 */
export function headersFile({ headers, files }: SiteRules): string {
  const rule = (path: string, values: Record<string, string>) =>
    [path, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
  const caching = Object.entries(files).map(([path, cache]) => rule(path, { 'Cache-Control': cache }));
  return rule('/*', headers) + caching.join('');
}

/**
 * `?lang=` is answered by rewriting, never by redirecting: Netlify hands the query on to where a redirect leads,
 * so `/?lang=uz` → `/` would never end. An unknown language gets the Uzbek page, whose canonical address is `/`.
 * A rule with a parameter holds only when there is no other one; `/?lang=en&utm_source=x` therefore arrives as
 * the Uzbek page, and the page's own script leads on to the language in the address.
 */
export function redirectsFile({ map: { pages, languages } }: SiteRules): string {
  const lines = languages.flatMap((language) => [
    ...pages.map((page) => `${page} lang=${language} ${fileOf(page, language)} 200!`),
    // Without the "!" it holds only where there is no file; without a language Netlify takes /404.html by itself.
    `/* lang=${language} ${fileOf('/404', language)} 404`,
  ]);
  return `${lines.join('\n')}\n`;
}
