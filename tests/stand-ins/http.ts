import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Received = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
  /** Aborts when the client has closed the connection. */
  gone: AbortSignal;
};
export type Answer = { status: number; headers?: Record<string, string>; body?: string };
/** `hold`: answers after `release()`. `disconnect`: closes the connection without an answer. */
type Behaviour = 'accept' | 'hold' | 'disconnect' | Answer;

/** An HTTP service for tests and development. `polling`: requests to these paths are not recorded and not affected by `behaveNext`. */
export async function startHttpStandIn(
  accept: (request: Received) => Answer | Promise<Answer>,
  { polling }: { polling?: RegExp } = {},
) {
  const requests: Received[] = [];
  const next: Behaviour[] = [];
  const held: (() => void)[] = [];
  let always: Behaviour = 'accept';
  let affects = (_path: string) => true;

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const bytes = await buffer(request);
    const received = { method, path, headers, body: bytes.toString(), bytes, gone: gone.signal };
    const isPoll = polling?.test(path);
    if (!isPoll) requests.push(received);
    const behaviour = (isPoll ? undefined : next.shift()) ?? (affects(path) ? always : 'accept');
    const reply = async (answer: Answer | Promise<Answer>) => {
      const { status, headers, body } = await answer;
      response.writeHead(status, headers).end(body);
    };
    if (behaviour === 'hold') held.push(() => reply(accept(received)));
    else if (behaviour === 'disconnect') request.socket.destroy();
    else void reply(behaviour === 'accept' ? accept(received) : behaviour);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    /** For all requests from now on, or for those whose path `where` accepts. */
    behave(behaviour: Behaviour, where: (path: string) => boolean = () => true) {
      always = behaviour;
      affects = where;
    },
    /** For the next request only. */
    behaveNext: (behaviour: Behaviour) => void next.push(behaviour),
    /** Answers the held requests. */
    release() {
      for (const accept of held.splice(0)) accept();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
