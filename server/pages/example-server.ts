/** A server with the example site on a real socket, for tests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { answerBrokenRequests, withOneHost } from './broken-requests.ts';
import { removeDists, writeDist } from './example-dist.ts';
import { openFastLane } from './fast-lane.ts';
import { createPages, type PagesOptions } from './pages.ts';

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Options = Partial<PagesOptions> & { lane?: boolean };

const running: Server[] = [];
afterAll(removeDists);
afterAll(() => {
  for (const server of running) server.close(() => {}).closeAllConnections();
});

export async function serve({ lane = false, ...options }: Options = {}) {
  const said: string[] = [];
  const log = {
    warn: (words: string) => said.push(words),
    error: (_: object, words: string) => said.push(words),
  };
  const pages = createPages({ distDir: writeDist(), log: log as unknown as PagesOptions['log'], ...options });
  let ordinary = 0;
  const listener = withOneHost(async (incoming, outgoing) => {
    ordinary++;
    if (pages(incoming, outgoing)) return;
    const body = await buffer(incoming);
    outgoing.writeHead(418).end(`not a page, ${body.length} bytes`);
  });
  const server = createServer({ requireHostHeader: false }, listener);
  answerBrokenRequests(server);
  if (lane) openFastLane(server, pages);
  const port = await start(server);
  return {
    port,
    server,
    pages,
    /** What the pages wrote to the log. */
    said,
    /** How many requests Node's own parser has handled. */
    ordinary: () => ordinary,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      ask(port, path, headers, method),
  };
}

export async function start(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push(server);
  return (server.address() as AddressInfo).port;
}

export async function ask(
  port: number,
  path: string,
  headers: Record<string, string>,
  method: string,
): Promise<Reply> {
  const outgoing = request({ port, path, headers, method, agent: false }).end();
  const [incoming] = await once(outgoing, 'response');
  return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) };
}

/** Sends bytes as they are, then nothing more, and reads until the server closes. */
export async function exchange(port: number, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(piece, 'latin1');
  }
  socket.end();
  return text(socket);
}
