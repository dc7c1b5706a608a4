import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotStart } from './cannot-start.ts';
import type { Log } from './log.ts';

const limits = {
  connectionsCheckingInterval: 5000,
  headersTimeout: 10_000,
  // The longest submission, 33 KB, takes under ten seconds on a 2G connection.
  requestTimeout: 30_000,
  // Longer than proxies keep idle connections (60 s): otherwise one may send a request just as we close.
  keepAliveTimeout: 75_000,
};
/** A connection that stalls in the middle of a request or an answer is closed after this time. */
const stalledMs = 30_000;
/** Half-sent requests cost memory: 16,000 of them filled 512 MB. */
const maxConnections = 3000;
/** How long running requests may take after the server is told to stop. */
const stopGraceMs = 10_000;

export async function listen(
  listener: RequestListener,
  { port, host }: { port: number; host: string | null },
  log: Log,
) {
  const server = createServer(limits, (request, response) => {
    closeUnlessRead(request, response);
    listener(request, response);
  });
  server.maxConnections = maxConnections;
  server.setTimeout(stalledMs);
  server.listen(port, host ?? undefined);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const mayPass = code === 'EADDRINUSE';
    throw new CannotStart(`The server cannot use PORT ${port}: ${message}`, mayPass ? 1 : undefined);
  }
  // For example EMFILE: no file descriptor is left.
  server.on('error', ({ code, message }: NodeJS.ErrnoException) =>
    log.throttled.error({ code: code ?? '', error: message }, 'Connections cannot be accepted'),
  );
  server.on('drop', () =>
    log.throttled.warn({ maxConnections }, 'Too many connections, new ones are dropped'),
  );
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const deadline = setTimeout(() => server.closeAllConnections(), stopGraceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}

/** A body that nobody reads would be received to its end. */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers;
  if ((length === '0' && !chunked) || !response.shouldKeepAlive) return;
  response.shouldKeepAlive = false;
  request.once('end', () => {
    response.shouldKeepAlive = true;
  });
}
