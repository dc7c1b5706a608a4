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
 */
export function redirectsFile({ map: { pages, languages } }: SiteRules): string {
  const lines = languages.flatMap((language) =>
    companions.flatMap((others) => {
      const parameters = [`lang=${language}`, ...others.map((name) => `${name}=:${name}`)].join(' ');
      return [
        ...pages.map((page) => `${page} ${parameters} ${fileOf(page, language)} 200!`),
        // Without the "!" it holds only where there is no file; without a language Netlify takes /404.html by itself.
        `/* ${parameters} ${fileOf('/404', language)} 404`,
      ];
    }),
  );
  return `${lines.join('\n')}\n`;
}

/**
 * A rule holds only when its parameters are all there are, so the usual company of a link in a campaign is spelled
 * out. In any other company the visitor gets the Uzbek page and can choose the language there.
 */
const companions = [
  [],
  ['utm_source'],
  ['utm_source', 'utm_medium'],
  ['utm_source', 'utm_medium', 'utm_campaign'],
  ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'],
  ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term'],
  ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
  ['fbclid'],
  ['gclid'],
  ['yclid'],
  ['ysclid'],
];
