import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** For programs that cannot be given port 0. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
