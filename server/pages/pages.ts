/** Answers every GET outside the API: pages in their language, assets, redirects, the 404 page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { unexpectedError } from '../log.ts';
import { destination, fileOf } from './addresses.ts';
import { readDist } from './dist.ts';
import { type Answer, answerWith, type Document } from './document.ts';
import { prepareSite } from './prepare-site.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

export type PagesOptions = {
  distDir: string;
  /** The site's address, `https://example.uz`. */
  siteUrl: string | null;
  retentionDays: number | null;
  /** Files of the inbox, `api` for its API; undefined when the address is not the inbox's. */
  inbox(request: IncomingMessage): Document | 'api' | undefined;
  /** Paths that are answered elsewhere. */
  isApi(path: string): boolean;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** True when the request was answered; false for paths of the API. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createPages({ distDir, siteUrl, retentionDays, inbox, isApi, log }: PagesOptions): Pages {
  const dist = readDist(distDir);
  const documents = prepareSite(dist, siteUrl ?? undefined);
  const commonHeaders = securityHeaders(isHttps(siteUrl ?? undefined));
  for (const warning of warningsAbout(dist.manifest, { siteUrl, retentionDays })) log.warn(warning);

  function answer(request: IncomingMessage): Answer | undefined {
    const { method, url: target = '', headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const send = (document: Document) =>
      answerWith(document, headers['accept-encoding'], headers['if-none-match']);

    const address = isRead && dist.addresses.get(target);
    const document = address && documents.get(address);
    if (document) return send(document);

    const ofInbox = inbox(request);
    if (ofInbox === 'api' || isApi(target.split('?', 1)[0] as string)) return undefined;
    if (!isRead) return empty(405, { Allow: 'GET, HEAD', Connection: 'close' });
    if (ofInbox) return send(ofInbox);

    const to = destination(target, dist.map);
    if (to.kind === 'redirect') return empty(301, { Location: to.location, 'Cache-Control': 'no-cache' });
    const path = to.kind === 'page' ? fileOf(to.path, to.language) : dist.addresses.get(to.path);
    return send((path && documents.get(path)) || notFound(to.language));
  }

  const notFound = (language: string | undefined) =>
    (documents.get(fileOf('/404', language)) ?? documents.get('/404.html')) as Document;

  const empty = (status: number, headers: Record<string, string>): Answer => ({
    status,
    headers: Object.entries({ ...headers, 'Content-Length': '0', ...commonHeaders }).flat(),
  });

  return (request, response) => {
    let found: Answer | undefined;
    try {
      found = answer(request);
    } catch (error) {
      log.error(unexpectedError(error), 'Could not serve a page');
      found = answerWith(documents.get('/500.html') as Document, undefined, undefined);
    }
    if (!found) return false;
    response.writeHead(found.status, found.headers);
    response.end(request.method === 'HEAD' ? undefined : found.body);
    return true;
  };
}

function warningsAbout(
  { settings, placeholderLinks = [], placeholderProvider = [] }: ReturnType<typeof readDist>['manifest'],
  { siteUrl, retentionDays }: Pick<PagesOptions, 'siteUrl' | 'retentionDays'>,
): string[] {
  const promised = Number(settings?.RETENTION_DAYS) || null;
  return [
    ...(siteUrl
      ? []
      : ['SITE_URL is not set: the pages have no absolute URLs for search engines and messengers']),
    ...(placeholderLinks.length > 0
      ? [
          `These links still point to example.com, edit them in content/links.ts: ${placeholderLinks.join(', ')}`,
        ]
      : []),
    ...(placeholderProvider.length > 0
      ? [
          `The legal pages still show placeholders, fill in content/provider.ts: ${placeholderProvider.join(', ')}`,
        ]
      : []),
    ...(settings && promised !== retentionDays
      ? [
          `The privacy page says that leads are kept ${keptFor(promised)}, but RETENTION_DAYS keeps them ` +
            `${keptFor(retentionDays)}: rebuild the site with the same RETENTION_DAYS`,
        ]
      : []),
  ];
}

const keptFor = (days: number | null) => (days === null ? 'until deletion is requested' : `for ${days} days`);
