/**
 * What lies between the visitor and the server, and can be cut, slowed and meddled with there: the engines' own ways
 * to do so differ, and this is nearer to what happens to people.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Network = {
  origin: string;
  /** From now on nothing arrives and nothing answers. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Holds back what is asked for under such a path, until the function it returns lets it through. */
  hold(path: RegExp): () => void;
  /** Answers for the server. */
  answer(path: RegExp, status: number): void;
  /** The page under this address goes on to another by itself, once: WebKit's driver reaches none before all of it is there. Answers when it has gone. */
  leave(address: string, next: string): Promise<void>;
  /** Forbids pages to run any script, as some people's browsers do. */
  forbidScript(): void;
  close(): Promise<void>;
};

export async function openNetwork(server: { port: number }): Promise<Network> {
  const held: { path: RegExp; released: Promise<void> }[] = [];
  const answers: { path: RegExp; status: number }[] = [];
  let left: { address: string; script: string; next: string; gone(): void } | undefined;
  let scriptForbidden = false;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url: path = '/', method, headers } = incoming;
    for (const hold of held) if (hold.path.test(path)) await hold.released;
    const ready = answers.find((answer) => answer.path.test(path));
    if (ready) {
      incoming.resume();
      outgoing.writeHead(ready.status).end();
      return;
    }
    if (left?.next === path) left.gone();
    const leaving = left?.address === path ? left.script : '';
    if (leaving) delete headers['accept-encoding'];
    const onward = request({ host: 'localhost', port: server.port, path, method, headers }, (answer) => {
      if (leaving)
        for (const name of ['content-security-policy', 'content-length']) delete answer.headers[name];
      const forbidding = scriptForbidden && { 'content-security-policy': "script-src 'none'" };
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...forbidding });
      answer.pipe(outgoing, { end: false });
      answer.on('end', () => outgoing.end(leaving));
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
    answer: (path, status) => void answers.push({ path, status }),
    leave(address, next) {
      // A page that goes on by itself before it is whole takes the place of the next in the history: it needs two there.
      const go = `if (!sessionStorage.left) setTimeout(() => {
        history.pushState(null, '');
        location.href = sessionStorage.left = '${next}';
      }, 3000)`;
      const { promise, resolve } = Promise.withResolvers<void>();
      left = { address, next, script: `<script>${go}</script>`, gone: resolve };
      return promise;
    },
    forbidScript() {
      scriptForbidden = true;
    },
    close: stop,
  };
}
