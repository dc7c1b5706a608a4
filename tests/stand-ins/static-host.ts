/** A built site on Netlify, which follows its own rules and knows nothing of the server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDist } from '#server/pages/dist.ts';
import { netlify } from './netlify.ts';

export async function startStaticHost(dist: string) {
  const host = netlify(dist);
  const files = new Map(readDist(dist).files.map((each) => [each.path, each]));
  const server = createServer((request, response) => {
    const { status, file, headers } = host(request.url ?? '/');
    const found = files.get(file);
    response.writeHead(status, { ...headers, 'Content-Type': found?.type ?? 'text/plain' }).end(found?.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
