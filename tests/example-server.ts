/** A server with the example site on a real socket, for tests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { answerBrokenRequests, hostIsLookedAtHere, withOneHost } from '../server/pages/broken-requests.ts';
import { createPages, type PagesOptions } from '../server/pages/pages.ts';
import { writeDist } from './example-dist.ts';

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

let running: Server[] = [];

/** After the last test of a file: `after-each-file.ts`. */
export function closeServers(): void {
  for (const server of running) server.close(() => {}).closeAllConnections();
  running = [];
}

export async function serve(options: Partial<PagesOptions> = {}) {
  const said: string[] = [];
  const log = {
    warn: (words: string) => said.push(words),
    error: (_: object, words: string) => said.push(words),
  };
  const pages = createPages({ distDir: writeDist(), log: log as unknown as PagesOptions['log'], ...options });
  const listener = withOneHost(async (incoming, outgoing) => {
    if (pages(incoming, outgoing)) return;
    const body = await buffer(incoming);
    outgoing.writeHead(418).end(`not a page, ${body.length} bytes`);
  });
  const server = createServer(hostIsLookedAtHere, listener);
  answerBrokenRequests(server);
  const port = await start(server);
  return {
    port,
    server,
    /** What the pages wrote to the log. */
    said,
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
