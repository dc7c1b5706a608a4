/**
 * Plain page requests are answered straight from the socket, everything else by Node's HTTP server.
 *
 * Why: the parser, the request and response objects and the header checks of `node:http` cost more than twice
 * as much as reading the request and writing a page that lies ready in memory (docs/performance.md has the
 * figures). Why it is safe: the lane takes only what needs no interpretation, that is one whole GET without a
 * body in one piece of data, every byte of it printable ASCII. A partial, pipelined or oversized request, another
 * method, a header that concerns the connection or a body, a doubtful byte: the socket goes to Node's server for
 * good, together with what was read, and Node's parser and time limits decide. The answers themselves come from
 * the same function for both ways.
 */
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { properHost } from './broken-requests.ts';
import type { Answer } from './document.ts';
import type { PageRequest, Pages } from './pages.ts';

const plainGet = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+: ?[ -~]*\r\n)+)\r\n$/;
const concernsNode =
  /^(?:connection:(?! ?keep-alive\r)|content-length:|expect:|te:|trailer:|transfer-encoding:|upgrade:)/im;
const longestRequest = 4096;
const sweepMs = 1000;
const slowReceiverMs = 5 * 60_000;

/** Returns what closes it: sockets that are in it go to Node's server with their next request. */
export function openFastLane(server: Server, pages: Pages): () => void {
  const [takeOver] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (!takeOver) throw new Error('The server has no listener for connections to hand over to');
  server.removeListener('connection', takeOver);
  server.prependListener('connection', enter);

  let open = true;
  /** When each socket has been silent for too long, in milliseconds since 1970. */
  const inLane = new Map<Socket, number>();
  // One look at all of them now and then: a timer for each costs a tenth of the server's speed.
  const sweep = setInterval(hangUpOnSilent, sweepMs).unref();
  server.once('close', () => clearInterval(sweep));
  const closeIdle = server.closeIdleConnections;
  const closeAll = server.closeAllConnections;
  // `server.close()` calls the first of these; it knows nothing of sockets that never reached its parser.
  server.closeIdleConnections = () => {
    for (const socket of inLane.keys()) socket.destroySoon();
    closeIdle.call(server);
  };
  server.closeAllConnections = () => {
    for (const socket of inLane.keys()) socket.destroy();
    closeAll.call(server);
  };

  /** A crowd asks for the same thing at once. Within the second the answer's Date is right, too. */
  let last: { request: Buffer; answer: Buffer; second: number } | undefined;

  function answerTo(request: Buffer, socket: Socket, now: number): Buffer | undefined {
    const second = Math.trunc(now / 1000);
    // Bytes are compared as they came: to make a string of every request first costs 4 % of the speed.
    if (second === last?.second && request.equals(last.request)) return last.answer;
    const parsed = parse(request.toString('latin1'), socket.localAddress);
    const content = parsed && pages.answer(parsed);
    if (!content) return undefined;
    const answer = serialize(content, server.keepAliveTimeout);
    last = { request, answer, second };
    return answer;
  }

  function enter(socket: Socket): void {
    inLane.set(socket, Date.now() + server.headersTimeout);
    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.on('error', onError);
    socket.on('close', onClose);
  }

  function leave(socket: Socket, data: Buffer): void {
    inLane.delete(socket);
    socket.off('data', onData);
    socket.off('end', onEnd);
    socket.off('error', onError);
    socket.off('close', onClose);
    socket.pause();
    socket.unshift(data);
    takeOver?.call(server, socket);
    socket.resume();
  }

  function onData(this: Socket, data: Buffer): void {
    const now = Date.now();
    const mayAnswer = open && data.length <= longestRequest;
    const answer = mayAnswer ? answerTo(data, this, now) : undefined;
    if (!answer) {
      leave(this, data);
      return;
    }
    // Like Node: a second more than it promises, so that a request under way when time is up still arrives.
    inLane.set(this, now + server.keepAliveTimeout + 1000);
    if (!this.write(answer)) {
      // Someone who asks without reading the answers must not fill the memory with them.
      this.pause();
      this.once('drain', this.resume);
    }
  }
  function onEnd(this: Socket): void {
    this.end();
  }
  function onError(this: Socket): void {
    this.destroy();
  }
  function onClose(this: Socket): void {
    inLane.delete(this);
  }

  function hangUpOnSilent(): void {
    const now = Date.now();
    for (const [socket, deadline] of inLane) {
      // Who is still receiving is not silent, only slow.
      const patience = socket.writableLength > 0 ? slowReceiverMs : 0;
      if (now > deadline + patience) socket.destroy();
    }
  }

  return () => {
    open = false;
  };
}

function parse(request: string, localAddress: string | undefined): PageRequest | undefined {
  const [, target, lines] = plainGet.exec(request) ?? [];
  if (!target || !lines || concernsNode.test(lines)) return undefined;
  const headers: PageRequest['headers'] = {};
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (name !== 'host' && name !== 'accept-encoding' && name !== 'if-none-match') continue;
    if (headers[name] !== undefined) return undefined;
    headers[name] = line.slice(colon + 1).trim();
  }
  return properHost.test(headers.host ?? '') ? { method: 'GET', target, headers, localAddress } : undefined;
}

function serialize({ status, headers, body }: Answer, keepAliveTimeout: number): Buffer {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  head += `Date: ${new Date().toUTCString()}\r\nConnection: keep-alive\r\n`;
  head += `Keep-Alive: timeout=${Math.trunc(keepAliveTimeout / 1000)}\r\n\r\n`;
  return body ? Buffer.concat([Buffer.from(head, 'latin1'), body]) : Buffer.from(head, 'latin1');
}
