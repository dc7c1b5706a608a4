/** A proxy between the visitor and the server: each engine has its own way to cut or slow a connection. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Network = {
  origin: string;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Holds back requests for such a path until the function it returns is called. */
  hold(path: RegExp): () => void;
  /** Forbids pages to run scripts, as some browsers do. */
  forbidScript(): void;
  close(): Promise<void>;
};

export async function openNetwork(serverPort: number): Promise<Network> {
  const held: { path: RegExp; released: Promise<void> }[] = [];
  let scriptForbidden = false;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url: path = '/', method, headers } = incoming;
    for (const hold of held) if (hold.path.test(path)) await hold.released;
    const onward = request({ host: 'localhost', port: serverPort, path, method, headers }, (answer) => {
      const forbidding = scriptForbidden && { 'content-security-policy': "script-src 'none'" };
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...forbidding });
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
    forbidScript() {
      scriptForbidden = true;
    },
    close: stop,
  };
}
