/** Answers every GET that is not the API's: pages in their language, assets, redirects, the 404 page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pressedPath } from '../../contract/inbox.ts';
import type { InboxPages } from '../inbox/pages.ts';
import { destination, fileOf } from './addresses.ts';
import { withCarriedTags } from './carried-tags.ts';
import { readDist } from './dist.ts';
import { type Answer, answerWith, type Document } from './document.ts';
import { prepareSite } from './prepare-site.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

export type PagesOptions = {
  distDir: string;
  /** Where the site stands, `https://example.uz`. */
  siteUrl?: string | undefined;
  retentionDays?: number | null;
  /** Without it, /inbox is an address nobody has. */
  inbox?: InboxPages;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** True when the request was answered; false for the API's paths, which are not answered here. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createPages({ distDir, siteUrl, retentionDays = null, inbox, log }: PagesOptions): Pages {
  const dist = readDist(distDir);
  const https = isHttps(siteUrl);
  const documents = prepareSite(dist, siteUrl);

  if (!siteUrl) {
    log.warn('SITE_URL is not set: the pages have no absolute URLs for search engines and messengers');
  }
  if (dist.manifest.placeholderLinks?.length) {
    const names = dist.manifest.placeholderLinks.join(', ');
    log.warn(`These links still point to example.com, edit them in content/links.ts: ${names}`);
  }
  if (dist.manifest.placeholderProvider?.length) {
    const names = dist.manifest.placeholderProvider.join(', ');
    log.warn(`The legal pages still show placeholders, fill in content/provider.ts: ${names}`);
  }
  const promised = Number(dist.manifest.settings?.RETENTION_DAYS) || null;
  if (dist.manifest.settings && promised !== retentionDays) {
    log.warn(
      `The privacy page says that leads are kept ${keptFor(promised)}, but RETENTION_DAYS keeps them ` +
        `${keptFor(retentionDays)}: rebuild the site with the same RETENTION_DAYS`,
    );
  }

  function answer(request: IncomingMessage): Answer | undefined {
    const { method, url: target = '', headers } = request;
    const readable = method === 'GET' || method === 'HEAD';
    const send = (document: Document) =>
      answerWith(document, headers['accept-encoding'], headers['if-none-match']);

    const withTags = readable && withCarriedTags(target, headers, siteUrl);
    // Of this one visitor, so it is kept by nobody.
    if (withTags && destination(target, dist.map).kind === 'page')
      return empty(302, { Location: withTags, 'Cache-Control': 'no-store' });

    const address = readable && dist.addresses.get(target);
    const document = address && documents.get(address);
    if (document) return send(document);

    const ofInbox = inbox?.(request);
    if (ofInbox === 'api' || isOfTheApi(target)) return undefined;
    if (ofInbox && readable) return send(ofInbox);
    if (!readable) return empty(405, { Allow: 'GET, HEAD', Connection: 'close' });

    const to = destination(target, dist.map);
    if (to.kind === 'redirect') return empty(301, { Location: to.location, 'Cache-Control': 'no-cache' });
    const path = to.kind === 'page' ? fileOf(to.path, to.language) : dist.addresses.get(to.path);
    return send((path && documents.get(path)) || notFound(to.language));
  }

  function notFound(language: string | undefined): Document {
    return (documents.get(fileOf('/404', language)) ?? documents.get('/404.html')) as Document;
  }

  function empty(status: number, headers: Record<string, string>): Answer {
    const all = { ...headers, 'Content-Length': '0', ...securityHeaders(https) };
    return { status, headers: Object.entries(all).flat() };
  }

  return (request, response) => {
    try {
      const found = answer(request);
      if (found) write(request, response, found);
      return found !== undefined;
    } catch (error) {
      log.error({ err: error }, 'Could not serve a page');
      write(request, response, answerWith(documents.get('/500.html') as Document, undefined, undefined));
      return true;
    }
  };
}

const keptFor = (days: number | null) => (days === null ? 'until deletion is requested' : `for ${days} days`);

/** Compared as it was sent, like every address: `/%72est` is nobody's. */
function isOfTheApi(target: string): boolean {
  const path = target.split('?', 1)[0];
  return (
    path === '/rest' ||
    path?.startsWith('/rest/') === true ||
    path === pressedPath ||
    /^\/healthz(\/deliveries)?$/.test(path ?? '')
  );
}

function write(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
