/** Answers every GET that is not the API's: pages in their language, assets, redirects, the 404 page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { destination, fileOf } from './addresses.ts';
import { readDist } from './dist.ts';
import { type Answer, answerWith, type Document } from './document.ts';
import { createEdition, type Edition } from './edition.ts';
import { mentionsOrigin, ownOrigin } from './origin.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

export type PagesOptions = {
  distDir: string;
  /** Where the site stands, `https://example.uz`; without it see origin.ts. */
  siteUrl?: string | undefined;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** The few facts of a request an answer depends on. */
export type PageRequest = {
  method: string;
  target: string;
  headers: { host?: string; 'accept-encoding'?: string; 'if-none-match'?: string };
  localAddress: string | undefined;
};

export type Pages = {
  /** True when the request was answered; false for the API's paths, which are not answered here. */
  (request: IncomingMessage, response: ServerResponse): boolean;
  answer(request: PageRequest): Answer | undefined;
};

/** Only so many hosts get an edition of their own: each holds a copy of the pages. */
const mostOwnOrigins = 8;

export function createPages({ distDir, siteUrl, log }: PagesOptions): Pages {
  const dist = readDist(distDir);
  const https = isHttps(siteUrl);
  const shared = new Map<string, Document>();
  const general = createEdition(dist, {
    origin: siteUrl?.replace(/\/+$/, ''),
    https,
    personal: false,
    shared,
  });
  const hostMatters = !siteUrl && [...dist.files.values()].some(mentionsOrigin);
  const byHost = new Map<string, Edition>();

  if (hostMatters) {
    log.warn('SITE_URL is not set: search engines and messengers get no absolute addresses of the pages');
  }
  if (dist.manifest.placeholderLinks?.length) {
    const names = dist.manifest.placeholderLinks.join(', ');
    log.warn(`Visitors are sent to example.com by these links, edit them in content/links.ts: ${names}`);
  }
  // The first visitor should not wait for the compression. Pages that depend on the host wait for theirs.
  for (const [path, file] of dist.files) if (!hostMatters || !mentionsOrigin(file)) general(path);

  function editionFor({ headers, localAddress }: PageRequest): Edition {
    const known = byHost.get(headers.host as string);
    if (known) return known;
    const origin = ownOrigin(headers.host, localAddress);
    if (!origin || byHost.size >= mostOwnOrigins) return general;
    const edition = createEdition(dist, { origin, https, personal: true, shared });
    byHost.set(headers.host as string, edition);
    return edition;
  }

  function answer(request: PageRequest): Answer | undefined {
    const { method, target, headers } = request;
    const readable = method === 'GET' || method === 'HEAD';
    const edition = hostMatters ? editionFor(request) : general;
    const send = (document: Document) =>
      answerWith(document, headers['accept-encoding'], headers['if-none-match']);

    const address = readable && dist.addresses.get(target);
    const document = address && edition(address);
    if (document) return send(document);

    if (/^\/(?:rest(?:\/|$|\?)|healthz(?:$|\?))/.test(target)) return undefined;
    if (!readable) return empty(405, { Allow: 'GET, HEAD', Connection: 'close' });

    const to = destination(target, dist.map);
    if (to.kind === 'redirect') return empty(301, { Location: to.location, 'Cache-Control': 'no-cache' });
    const path = to.kind === 'page' ? fileOf(to.path, to.language) : dist.addresses.get(to.path);
    return send((path && edition(path)) || notFound(edition, to.language));
  }

  function empty(status: number, headers: Record<string, string>): Answer {
    const all = { ...headers, 'Content-Length': '0', ...securityHeaders(https) };
    return { status, headers: Object.entries(all).flat() };
  }

  function handle(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      const { method = '', url: target = '', headers, socket } = request;
      const found = answer({
        method,
        target,
        headers,
        localAddress: hostMatters ? socket.localAddress : undefined,
      });
      if (found) write(request, response, found);
      return found !== undefined;
    } catch (error) {
      log.error({ err: error }, 'A page could not be answered');
      write(request, response, answerWith(general('/500.html') as Document, undefined, undefined));
      return true;
    }
  }

  return Object.assign(handle, { answer });
}

function notFound(edition: Edition, language: string | undefined): Document {
  return (edition(fileOf('/404', language)) ?? edition('/404.html')) as Document;
}

function write(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
