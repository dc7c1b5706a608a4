/** Answers to what is no proper request: as clean as all others, and the connection ends. */
import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { remembering } from '../remembering.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

/** The rest is 400: not HTTP, two lengths, a bare LF… */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const lastHeaders = (siteUrl: string | undefined) => ({
  ...securityHeaders(isHttps(siteUrl)),
  'Content-Length': '0',
  Connection: 'close',
});

/** What Node's parser cannot read. */
export function answerBrokenRequests(server: Server, siteUrl?: string): void {
  const lines = Object.entries(lastHeaders(siteUrl)).map(([name, value]) => `${name}: ${value}\r\n`);

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = statuses[error.code ?? ''] ?? 400;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
  });
}

/**
 * For `createServer`: Node's own look at the host answers without our headers and lets two of them pass. Joined with a
 * comma they are none.
 */
export const hostIsLookedAtHere = { requireHostHeader: false, joinDuplicateHeaders: true };

/** Needs a server made with the options above. */
export function withOneHost(listener: RequestListener, siteUrl?: string): RequestListener {
  const headers = lastHeaders(siteUrl);
  return (request, response) => {
    const { host, path } = readTarget(request.url ?? '');
    const { host: named = '' } = request.headers;
    const isForAnother = host !== undefined && host.toLowerCase() !== named.toLowerCase();
    if (!isHost(named) || isForAnother) return void response.writeHead(400, headers).end();
    // Whoever answers gets `/path`, as from everybody else.
    request.url = path;
    listener(request, response);
  };
}

const properHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * With two hosts, or something that is none, the proxy before us may have meant another site than we do.
 * `1.2.3.4.5` looks like a name, but no address can have it: whoever builds one from it later would fail.
 */
const isHost = remembering((host) => properHost.test(host) && URL.canParse(`http://${host}`));

/** `GET http://host/path` has to be understood (RFC 9112, 3.2.2). */
function readTarget(target: string): { host?: string | undefined; path: string } {
  const [origin, host] = /^https?:\/\/([^/?]*)/i.exec(target) ?? [];
  if (origin === undefined) return { path: target };
  const path = target.slice(origin.length);
  return { host, path: path.startsWith('/') ? path : `/${path}` };
}
