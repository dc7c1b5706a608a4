import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { answerBrokenRequests, hostIsLookedAtHere, withOneHost } from './pages/broken-requests.ts';
import { CannotStart } from './process.ts';
import { bodyLimitBytes } from './submissions/body.ts';

/**
 * Limits against senders that hold connections without sending: ten seconds for the headers, thirty for the
 * whole request (a body has a limit of its own, 20 s, with an answer in the API's words).
 */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  // Longer than the 60 s after which proxies give up idle connections: the proxy must be the one to close,
  // or it sends a request into a connection that is just being closed.
  keepAliveTimeout: 75_000,
};

/**
 * Whoever asks and takes not one byte of the answer for so long has gone away, or holds the connection on purpose;
 * none of the limits above ends that. A slow reader who goes on reading is left alone: Node looks whether anything
 * was taken since the last look, so it may take twice this time.
 */
const stalledMs = 30_000;

/**
 * Browsers and proxies ask one thing at a time on a connection. Whoever sends a heap of questions at once would have
 * them all answered before it is anybody else's turn, so nobody may have more than this waiting behind an answer, or
 * send more in one piece.
 */
const mostWaiting = 10;

/**
 * Node takes in one new connection each time it has been through all that have something to say. While two hundred ask one
 * thing after the other, whoever came behind them waited for seconds: so no more than this are answered in between.
 */
const answeredInARound = 16;

/**
 * A proxy keeps connections open and may be sending on one at the very moment it is closed; the visitor would be
 * told 502. So connections are kept for this long, and each answer on them says that it is the last.
 */
const farewellMs = 1000;

/** Requests under way when the server is stopped may take this long to finish. */
const stopGraceMs = 10_000;

type HttpServer = { port: number; stop(): Promise<void> };

export async function listen(
  listener: RequestListener,
  { port, host, siteUrl, trustedProxies }: Pick<Config, 'port' | 'host' | 'siteUrl' | 'trustedProxies'>,
  stalledAfterMs = stalledMs,
): Promise<HttpServer> {
  let leaving = false;
  const answer = oneByOne(
    inRounds(
      withOneHost((request, response) => {
        const unread = hasUnreadBody(request);
        if (leaving || unread) response.shouldKeepAlive = false;
        // Until the answer is out it would be kept, piece by piece.
        if (unread && onlyAsks(request)) request.resume();
        listener(request, response);
      }, siteUrl ?? undefined),
    ),
  );
  const server = createServer({ ...timeouts, ...hostIsLookedAtHere, maxHeaderSize: 16 * 1024 }, answer);
  // An `Expect` that nobody knows may be passed over (RFC 9110, 10.1.1). Node would refuse it by itself, past all of the above.
  server.on('checkExpectation', answer);
  server.setTimeout(stalledAfterMs);
  answerBrokenRequests(server, siteUrl ?? undefined);
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.listen(port, host ?? undefined);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CannotStart(explain(error as NodeJS.ErrnoException, port, host), { cause: error });
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      leaving = true;
      const closed = once(server, 'close');
      if (trustedProxies.length > 0) {
        // Only no longer listens; the HTTP server's own `close` hangs up on kept connections at once.
        NetServer.prototype.close.call(server);
        const until = Date.now() + farewellMs;
        while (connections.size > 0 && Date.now() < until) await sleep(20);
      }
      server.close();
      // Browsers open connections ahead of need. Node counts one that never sent anything as busy, not idle.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      // The others become idle once their answer is out; `close` itself looks only once.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const deadline = setTimeout(() => server.closeAllConnections(), stopGraceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}

/**
 * A body that nobody here reads, or not to its end. To keep the connection Node would read it after the answer, however
 * long it is: 100 MB behind a `GET` would all be taken in. So would whatever stands behind a wish to go on in another
 * protocol, without an end or an error: Node's parser takes it for that protocol, which nobody here speaks.
 */
function hasUnreadBody(request: IncomingMessage): boolean {
  const { headers } = request;
  if (headers.upgrade !== undefined) return true;
  const most = onlyAsks(request) ? 0 : bodyLimitBytes;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > most;
}

/** Whatever it brings along, nobody here reads it. */
const onlyAsks = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

function oneByOne(listener: RequestListener): RequestListener {
  const known = new WeakMap<Socket, { before: number; read: number }>();
  return (request, response) => {
    const { socket } = request;
    // Node goes on reading what it has, up to 64 KB, of a connection that was just ended, and would later end each of these
    // with an error of its own, trace and all: that was half of what a heap of them cost everybody else.
    if (socket.destroyed) return void request.destroy();
    // Changed where it is: to put a new one in its place cost a tenth of all answers where five hundred ask.
    const last = known.getOrInsert(socket, { before: 0, read: -1 });
    const { bytesRead } = socket;
    // An answer gets the socket when the ones before it are out. Behind a body that may be at once, and still it is nobody
    // else's turn before all that came in one piece was read.
    const waits = !response.socket || bytesRead === last.read;
    last.before = waits ? last.before + 1 : 0;
    last.read = bytesRead;
    if (last.before > mostWaiting) return void socket.destroy();
    listener(request, response);
  };
}

function inRounds(listener: RequestListener): RequestListener {
  const waiting: Parameters<RequestListener>[] = [];
  let answered = 0;

  function nextRound(): void {
    const now = waiting.splice(0, answeredInARound);
    answered = now.length;
    if (answered > 0) setImmediate(nextRound);
    for (const [request, response] of now) if (!request.socket.destroyed) listener(request, response);
  }

  return (request, response) => {
    if (answered === 0) setImmediate(nextRound);
    answered += 1;
    // A body in chunks of a byte each is kept in as many pieces until somebody reads it, some 3 MB of what came with the
    // headers: a hundred that waited for their round filled all the memory there was. After its answer the connection ends.
    const mayWait = request.headers['transfer-encoding'] === undefined;
    if (answered <= answeredInARound || !mayWait) listener(request, response);
    else waiting.push([request, response]);
  };
}

function explain({ code, message }: NodeJS.ErrnoException, port: number, host: string | null): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is already in use. Stop the other program or set a different PORT.`;
  if (code === 'EACCES') return `PORT ${port}: permission denied. Ports below 1024 need root.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return `The server cannot listen on port ${port}: ${message}`;
}
