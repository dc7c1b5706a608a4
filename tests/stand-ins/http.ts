import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How a service on the other side may treat a request, beside accepting it. */
export type Behaviour =
  | 'accept'
  | 'hang'
  | 'hang up'
  | 'endless answer'
  | { status: number; headers?: Record<string, string>; body?: string };

export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
  /** Aborts when whoever asked has hung up. */
  gone: AbortSignal;
};
type Answer = { status: number; headers?: Record<string, string>; body?: string };

type Options = {
  port?: number | undefined;
  /** What asks by itself, over and over: it is not among `requests` and uses up none of `behaveNext`. */
  background?: (path: string) => boolean;
};

/** An HTTP service for tests and development: `accept` is what it does when nothing goes wrong. */
export async function startHttpStandIn(
  accept: (request: Received) => Answer | Promise<Answer>,
  { port = 0, background = () => false }: Options = {},
) {
  const requests: Received[] = [];
  let always: Behaviour = 'accept';
  let affects = (_path: string) => true;
  const next: Behaviour[] = [];
  const hanging: (() => void)[] = [];

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const bytes = await buffer(request);
    const received = { path, headers: request.headers, body: bytes.toString(), bytes, gone: gone.signal };
    if (!background(path)) requests.push(received);
    const lasting = affects(path) ? always : 'accept';
    const behaviour = (background(path) ? undefined : next.shift()) ?? lasting;
    const reply = async (answer: Answer | Promise<Answer>) => {
      const { status, headers, body } = await answer;
      response.writeHead(status, headers).end(body ?? '');
    };
    if (behaviour === 'hang') return hanging.push(() => reply(accept(received)));
    if (behaviour === 'hang up') return request.socket.destroy();
    if (behaviour === 'endless answer') return answerWithoutEnd(response);
    reply(behaviour === 'accept' ? accept(received) : behaviour);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    /** Every request, accepted or not. */
    requests,
    /** From now on, until told otherwise; with a second argument, only where the path is such. */
    behave(behaviour: Behaviour, where: (path: string) => boolean = () => true) {
      always = behaviour;
      affects = where;
    },
    /** One request each, before the lasting behaviour applies again. */
    behaveNext(...behaviours: Behaviour[]) {
      next.push(...behaviours);
    },
    /** Accepts what was left hanging. */
    release() {
      for (const accept of hanging.splice(0)) accept();
    },
    /** From here on connections are refused; a new stand-in may take the port. */
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerWithoutEnd(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/html' });
  const more = () => {
    while (response.write('<p>'.repeat(1000)));
  };
  response.on('drain', more);
  more();
}
