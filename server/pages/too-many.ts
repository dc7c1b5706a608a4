import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageLanguage, pageLanguages } from '../../contract/submission.ts';
import { fileOf } from './addresses.ts';
import { inlineNeeds } from './inline.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

/** The answer to a form that a page without script has posted too often: when it may come again, in minutes. */
export type TooManyPage = (language: PageLanguage | null, seconds: number) => Response | undefined;

/** A document of the build in which only the minutes are missing. Undefined where the build has none. */
export function createTooManyPage(distDir: string, siteUrl: string | undefined): TooManyPage {
  const documents = new Map(
    pageLanguages.flatMap((language, index) => {
      const file = join(distDir, fileOf('/429', index === 0 ? undefined : language));
      return existsSync(file) ? [[language, readFileSync(file, 'utf8')] as const] : [];
    }),
  );
  return (language, seconds) => {
    const html = documents.get(language ?? pageLanguages[0]);
    if (!html) return undefined;
    return new Response(html.replaceAll('{minutes}', String(Math.ceil(seconds / 60))), {
      status: 429,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        ...securityHeaders(isHttps(siteUrl), inlineNeeds(html)),
      },
    });
  };
}
