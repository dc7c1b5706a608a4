/** Serves the example site on a real socket. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createPages, type PagesOptions } from '#server/pages/pages.ts';
import { writeDist } from './example-dist.ts';

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export async function serve(options: Partial<PagesOptions> = {}) {
  const logged: string[] = [];
  const log = {
    warn: (sentence: string) => logged.push(sentence),
    error: (_: object, sentence: string) => logged.push(sentence),
  };
  const pages = createPages({
    distDir: writeDist(),
    siteUrl: null,
    inboxPages: () => undefined,
    log: log as unknown as PagesOptions['log'],
    ...options,
  });
  const server = createServer((incoming, outgoing) => {
    if (!pages.sendFile(incoming, outgoing)) pages.send(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    server,
    pages,
    logged,
    async get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
      const outgoing = request({ port, path, headers, method, agent: false }).end();
      const [incoming] = await once(outgoing, 'response');
      return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) };
    },
  };
}
