/** A built site on a host for static files, which follows that host's own rules and knows nothing of the server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDist } from '../../server/pages/dist.ts';
import type { Host } from './host-rules.ts';

export async function startStaticHost(dist: string, host: Host) {
  const { files } = readDist(dist);
  const server = createServer(async (request, response) => {
    const { status, file, headers } = await host(request.url ?? '/', { method: request.method });
    const found = file === undefined ? undefined : files.get(file);
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
