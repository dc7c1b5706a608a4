import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** For a program that does not say on which port it listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
