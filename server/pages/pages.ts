import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorDetails, type Log } from '#server/runtime/log.ts';
import { destination } from './addresses.ts';
import { readDist, type SiteFile } from './dist.ts';
import { prepareSite } from './prepare-site.ts';
import { type PreparedFile, type PreparedResponse, responseFrom } from './prepared-file.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

export type PagesOptions = {
  distDir: string;
  siteUrl: string | null;
  inboxPages(request: IncomingMessage): PreparedFile | undefined;
  log: Pick<Log, 'error'>;
};

export type Pages = {
  /** Sends the file with exactly this address. False if there is none. */
  sendFile(request: IncomingMessage, response: ServerResponse): boolean;
  /** Sends the page that is meant, a redirect to it, a page of the inbox, or the 404 page. */
  send(request: IncomingMessage, response: ServerResponse): void;
  /** Replaces and adds files. */
  replaceFiles(files: readonly SiteFile[]): void;
};

/** Pages that are still open fetch the JSON files of their version: so many replaced versions are kept. */
const keptVersions = 3;

export function createPages({ distDir, siteUrl, inboxPages, log }: PagesOptions): Pages {
  const dist = readDist(distDir);
  /** The newest first. */
  let published: (readonly SiteFile[])[] = [];
  let prepared = prepareSite(dist, siteUrl);
  const errorPage = prepared.get('/500') as PreparedFile;
  prepared.delete('/500');
  const commonHeaders = securityHeaders(isHttps(siteUrl));

  const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';
  const variantOf = (file: PreparedFile, { headers }: IncomingMessage) =>
    responseFrom(file, headers['accept-encoding'], headers['if-none-match']);

  function fileAt(request: IncomingMessage): PreparedResponse | undefined {
    const file = isRead(request) && prepared.get(request.url ?? '');
    return file ? variantOf(file, request) : undefined;
  }

  function pageFor(request: IncomingMessage): PreparedResponse {
    if (!isRead(request)) return empty(405, { Allow: 'GET, HEAD' });
    const inboxPage = inboxPages(request);
    if (inboxPage) return variantOf(inboxPage, request);
    const to = destination(request.url ?? '', dist.pages);
    if ('location' in to) return empty(301, { Location: to.location, 'Cache-Control': 'no-cache' });
    const page = prepared.get(to.address) ?? prepared.get(to.notFound) ?? prepared.get('/404');
    return variantOf(page as PreparedFile, request);
  }

  const empty = (status: number, headers: Record<string, string>): PreparedResponse => ({
    status,
    headers: Object.entries({ ...headers, 'Content-Length': '0', ...commonHeaders }).flat(),
  });

  const sendWith =
    (find: (request: IncomingMessage) => PreparedResponse | undefined) =>
    (request: IncomingMessage, response: ServerResponse): boolean => {
      let found: PreparedResponse | undefined;
      try {
        found = find(request);
      } catch (error) {
        log.error(errorDetails(error), 'Could not serve a page');
        found = responseFrom(errorPage);
      }
      if (!found) return false;
      response.writeHead(found.status, found.headers);
      response.end(request.method === 'HEAD' ? undefined : found.body);
      return true;
    };
  return {
    sendFile: sendWith(fileAt),
    send: sendWith(pageFor),
    replaceFiles(files) {
      published = [files, ...published].slice(0, 1 + keptVersions);
      const oldestFirst = [dist.files, ...published.toReversed()].flat();
      const byPath = new Map(oldestFirst.map((file) => [file.path, file]));
      prepared = prepareSite({ ...dist, files: [...byPath.values()] }, siteUrl);
      prepared.delete('/500');
    },
  };
}
