/**
 * `vercel.json` for `vercel deploy dist`. Its older `routes` are used on purpose: the newer `rewrites` are looked
 * at only after the file system, where `/` has already found index.html whatever its language parameter says.
 */
import { fileOf } from '../../server/pages/addresses.ts';
import type { SiteRules } from './site-rules.ts';

export type Route = {
  src?: string;
  has?: { type: 'query'; key: string; value: string }[];
  dest?: string;
  status?: number;
  headers?: Record<string, string>;
  continue?: true;
  handle?: 'filesystem';
};

export function vercelRoutes({
  map: { pages, languages },
  headers,
  files,
  documents,
  redirects,
}: SiteRules): Route[] {
  const asking = (language: string): Route => ({ has: [{ type: 'query', key: 'lang', value: language }] });
  const inEveryLanguage = (src: string, page: string, status?: number): Route[] => [
    ...languages.map((language) => ({
      src,
      ...asking(language),
      dest: fileOf(page, language),
      ...(status && { status }),
    })),
    { src, dest: fileOf(page), ...(status && { status }) },
  ];
  return [
    { src: '/.*', headers, continue: true },
    ...Object.entries(files).map(([path, cache]): Route => {
      return { src: exactly(path), headers: { 'Cache-Control': cache }, continue: true };
    }),
    // Vercel hands the query on by itself, which is right for these and would be a loop for `?lang=uz`: an
    // unknown language gets the Uzbek page, whose canonical address is `/`.
    ...Object.entries(redirects).map(([name, page]): Route => {
      return { src: exactly(name), status: 301, headers: { Location: page } };
    }),
    ...pages.flatMap((page) => inEveryLanguage(exactly(page), page)),
    ...documents.flatMap((path) => inEveryLanguage(exactly(path), '/404', 404)),
    { handle: 'filesystem' },
    ...inEveryLanguage('/.*', '/404', 404),
  ];
}

/** `src` is a regular expression over the whole path. */
function exactly(path: string): string {
  return path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
