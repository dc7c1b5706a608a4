import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { unexpectedError } from '#server/runtime/log.ts';
import { destination } from './addresses.ts';
import { readDist, type SiteFile } from './dist.ts';
import { prepareSite } from './prepare-site.ts';
import { type PreparedFile, type PreparedResponse, responseFrom } from './prepared-file.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

export type PagesOptions = {
  distDir: string;
  siteUrl: string | null;
  inboxPages(request: IncomingMessage): PreparedFile | 'api' | undefined;
  isApi(path: string): boolean;
  log: Pick<Logger, 'error'>;
};

/** Returns false for paths of the API. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => boolean;
export type SitePages = PageHandler & {
  /** Replaces and adds files. JSON files of earlier versions stay, for pages that are still open. */
  replaceFiles(files: readonly SiteFile[]): void;
};

export function createPages({ distDir, siteUrl, inboxPages, isApi, log }: PagesOptions): SitePages {
  let dist = readDist(distDir);
  let prepared = prepareSite(dist, siteUrl);
  const errorPage = prepared.get('/500') as PreparedFile;
  prepared.delete('/500');
  const commonHeaders = securityHeaders(isHttps(siteUrl));

  function answer(request: IncomingMessage): PreparedResponse | undefined {
    const { method, url: target = '', headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const send = (file: PreparedFile) =>
      responseFrom(file, headers['accept-encoding'], headers['if-none-match']);

    const file = isRead && prepared.get(target);
    if (file) return send(file);

    const inboxPage = inboxPages(request);
    if (inboxPage === 'api' || isApi(target.split('?', 1)[0] as string)) return undefined;
    if (!isRead) return empty(405, { Allow: 'GET, HEAD', Connection: 'close' });
    if (inboxPage) return send(inboxPage);

    const to = destination(target, dist.pages);
    if ('location' in to) return empty(301, { Location: to.location, 'Cache-Control': 'no-cache' });
    return send(
      prepared.get(to.address) ?? prepared.get(to.notFound) ?? (prepared.get('/404') as PreparedFile),
    );
  }

  const empty = (status: number, headers: Record<string, string>): PreparedResponse => ({
    status,
    headers: Object.entries({ ...headers, 'Content-Length': '0', ...commonHeaders }).flat(),
  });

  const answerPage: PageHandler = (request, response) => {
    let found: PreparedResponse | undefined;
    try {
      found = answer(request);
    } catch (error) {
      log.error(unexpectedError(error), 'Could not serve a page');
      found = responseFrom(errorPage);
    }
    if (!found) return false;
    response.writeHead(found.status, found.headers);
    response.end(request.method === 'HEAD' ? undefined : found.body);
    return true;
  };
  return Object.assign(answerPage, {
    replaceFiles(changed: readonly SiteFile[]) {
      const paths = new Set(changed.map(({ path }) => path));
      dist = { ...dist, files: [...dist.files.filter(({ path }) => !paths.has(path)), ...changed] };
      prepared = prepareSite(dist, siteUrl);
      prepared.delete('/500');
    },
  });
}
