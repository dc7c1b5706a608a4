/** `_headers` and `_redirects` make Netlify serve the site as the server does. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageFile } from '#contract/page-address.ts';
import { otherLanguages } from '#server/pages/addresses.ts';
import { type Dist, readDist, type SiteFile } from '#server/pages/dist.ts';
import { inlineSources } from '#server/pages/inline.ts';
import { cacheRule } from '#server/pages/prepare-site.ts';
import { securityHeaders } from '#server/pages/security-headers.ts';

export function writeNetlifyFiles(distDir: string): void {
  const { files, pages, buildInfo } = readDist(distDir);
  writeFileSync(join(distDir, '_headers'), headersFile(files, buildInfo));
  writeFileSync(join(distDir, '_redirects'), redirectsFile(pages));
}

/**
 * Netlify sends a header twice if two rules set it. Assets are listed one by one: a rule for their folder would also cache
 * its 404s for a year. Pages get Netlify's own `max-age=0, must-revalidate`.
 */
function headersFile(files: readonly SiteFile[], buildInfo: Dist['buildInfo']): string {
  const isPage = ({ type }: SiteFile) => type.startsWith('text/html');
  const needs = inlineSources(
    files
      .filter(({ type }) => /html|svg/.test(type))
      .map(({ bytes }) => bytes.toString())
      .join('\n'),
  );
  // One path serves three languages or the 404 page, so one policy allows what any page needs.
  const everywhere = securityHeaders(true, { ...buildInfo, ...needs });
  return [
    '/*',
    ...Object.entries(everywhere).map(([name, value]) => `  ${name}: ${value}`),
    ...files
      .filter((file) => !isPage(file))
      .flatMap((file) => [file.path, `  Cache-Control: ${cacheRule(file)}`]),
    '',
  ].join('\n');
}

/**
 * `?lang=` is rewritten, never redirected: Netlify adds the query to the target of a redirect, so `/?lang=uz` → `/`
 * would loop. An unknown language gets the Uzbek page, whose canonical address is `/`.
 */
function redirectsFile(pages: readonly string[]): string {
  const lines = otherLanguages.flatMap((language) =>
    campaignParameters.flatMap((others) => {
      const parameters = [`lang=${language}`, ...others.map((name) => `${name}=:${name}`)].join(' ');
      return [
        ...pages.map((page) => `${page} ${parameters} ${pageFile(page, language)} 200!`),
        // Without "!" the rule applies only where there is no file.
        `/* ${parameters} ${pageFile('/404', language)} 404`,
      ];
    }),
  );
  return `${lines.join('\n')}\n`;
}

/**
 * Netlify matches a rule only if the query has exactly these parameters, so the common combinations are listed. With others
 * the visitor gets the Uzbek page and can choose the language there.
 */
const campaignParameters = [
  [],
  ['utm_source'],
  // The links of the bot's /link.
  ['utm_campaign'],
  ['utm_source', 'utm_campaign'],
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
