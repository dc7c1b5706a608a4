/** A proxy between browser and server that cuts or delays requests, because each engine has a different API for that. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Network = {
  origin: string;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Delays requests to matching paths until the returned function is called. */
  hold(path: RegExp): () => void;
  /** Serves all pages with a policy that blocks scripts. */
  blockScripts(): void;
  close(): Promise<void>;
};

export async function openNetwork(serverPort: number): Promise<Network> {
  const held: { path: RegExp; released: Promise<void> }[] = [];
  let scriptsBlocked = false;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url: path = '/', method, headers } = incoming;
    for (const hold of held) if (hold.path.test(path)) await hold.released;
    const onward = request({ host: 'localhost', port: serverPort, path, method, headers }, (answer) => {
      const blocking = scriptsBlocked && { 'content-security-policy': "script-src 'none'" };
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...blocking });
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  const proxy = createServer(pass);
  const listen = async (port: number) => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
  };
  const stop = async () => {
    if (!proxy.listening) return;
    proxy.close();
    proxy.closeAllConnections();
    await once(proxy, 'close');
  };
  await listen(0);
  const { port } = proxy.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    goOffline: stop,
    goOnline: () => listen(port),
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push({ path, released: promise });
      return resolve;
    },
    blockScripts() {
      scriptsBlocked = true;
    },
    close: stop,
  };
}
