import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { throttledLog } from './log.ts';
import { CannotStart } from './process.ts';

const limits = {
  headersTimeout: 10_000,
  // 33 KB, the longest submission, take under ten seconds on a 2G connection.
  requestTimeout: 30_000,
  // Longer than the 60 s after which proxies drop idle connections: a proxy must be the one to close, or it may send a
  // request into a connection that is just being closed.
  keepAliveTimeout: 75_000,
};
/** Close connections that read nothing for this long. */
const stalledMs = 30_000;
/** Half-sent requests cost memory: 16,000 of them filled 512 MB. */
const maxConnections = 3000;
/** Requests under way when the server is stopped may take this long to finish. */
const stopGraceMs = 10_000;

type HttpServer = { port: number; stop(): Promise<void> };

export async function listen(
  listener: RequestListener,
  { port, host }: Pick<Config, 'port' | 'host'>,
  log: Logger,
): Promise<HttpServer> {
  const server = createServer(limits, listener);
  server.maxConnections = maxConnections;
  server.setTimeout(stalledMs);
  server.listen(port, host ?? undefined);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      code === 'EADDRINUSE'
        ? `PORT ${port} is already in use. Stop the other program or set a different PORT.`
        : `The server cannot listen on PORT ${port} of HOST ${host ?? '*'}: ${message}`,
      { cause: error },
    );
  }
  const throttled = throttledLog(log);
  // Such as EMFILE: no file descriptor is left for another connection.
  server.on('error', ({ code, message }: NodeJS.ErrnoException) =>
    throttled.error({ code: code ?? '', error: message }, 'Connections cannot be accepted'),
  );
  server.on('drop', () => throttled.warn({ maxConnections }, 'Too many connections, new ones are dropped'));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      // Connections become idle once their answer is sent.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const deadline = setTimeout(() => server.closeAllConnections(), stopGraceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}
