import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { writeDist } from '../tests/example-dist.ts';
import { exchange } from '../tests/raw-socket.ts';
import { startTestService } from '../tests/service.ts';
import { listen } from './http-server.ts';
import { createPages } from './pages/pages.ts';

const request = (path: string, header = 'X: y') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`;
const expecting = 'Expect: a-miracle';
const pages = createPages({ distDir: writeDist(), log: { warn() {}, error() {} } });

/** A connection that was used once and is kept, as proxies keep them. */
async function keptConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(request('/favicon.svg'));
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\n(?:.*\r\n)*Connection: keep-alive\r\n/);
  return socket;
}

describe('a server that is stopped', () => {
  test.each(['/favicon.svg', '/healthz'])(
    'behind a proxy answers %s once more on a kept connection',
    async (path) => {
      const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' }, { pages });
      const socket = await keptConnection(service.port);
      const stopped = service.stop();
      socket.write(request(path));
      const rest = await text(socket);
      expect(rest).toMatch(/^HTTP\/1\.1 200 /);
      expect(rest).toContain('\r\nConnection: close\r\n');
      await stopped;
    },
  );

  test('without a proxy hangs up on kept connections at once', async () => {
    const service = await startTestService({}, { pages });
    const socket = await keptConnection(service.port);
    await service.stop();
    expect(await text(socket)).toBe('');
  });
});

test('a few questions at once are all answered, a heap of them ends the connection before it costs others their turn', async () => {
  let asked = 0;
  const server = await listen(
    (_incoming, response) => {
      asked += 1;
      response.end('yes');
    },
    { port: 0, host: '127.0.0.1', siteUrl: null, trustedProxies: [] },
  );
  const few = request('/').repeat(4) + request('/', expecting).repeat(4);
  const answers = await exchange(server.port, few);
  expect(answers.split('HTTP/1.1 200').length - 1).toBe(8);
  const withBody = `${request('/', 'Content-Length: 2').replace('GET', 'POST')}{}`;
  for (const each of [request('/'), withBody]) {
    asked = 0;
    await exchange(server.port, each.repeat(1000));
    expect(asked).toBeLessThan(20);
  }
  await server.stop();
});

test('a crowd is answered in several rounds, so that newcomers get in between, but for bodies in chunks, which take memory while they wait', async () => {
  const crowd = 100;
  let [round, asked, kept] = [0, 0, 0];
  const inRound: number[] = [];
  const server = await listen(
    (incoming, response) => {
      asked += 1;
      kept += incoming.readableLength;
      inRound[round] = (inRound[round] ?? 0) + 1;
      response.end('yes');
    },
    { port: 0, host: '127.0.0.1', siteUrl: null, trustedProxies: [] },
  );
  const sockets = await Promise.all(
    Array.from({ length: crowd }, async () => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(request('/'));
      await once(socket, 'data');
      return socket;
    }),
  );
  inRound.length = 0;
  for (const socket of sockets) socket.write(request('/'));
  for (; asked < 2 * crowd; round++) await setImmediate();
  // What is left over from one round may be seen beside the next.
  expect(Math.max(...inRound.filter(Boolean))).toBeLessThanOrEqual(32);

  const body = '1\r\na\r\n'.repeat(100);
  for (const socket of sockets) socket.write(request('/', 'Transfer-Encoding: chunked') + body);
  while (asked < 3 * crowd) await setImmediate();
  expect(kept).toBe(0);
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

test.each([undefined, expecting])(
  'of a heap of questions only those that waited for an answer end with an error (%s)',
  async (header) => {
    const read: IncomingMessage[] = [];
    const note = (message: unknown) => void read.push((message as { request: IncomingMessage }).request);
    subscribe('http.server.request.start', note);
    const server = await listen((_incoming, response) => void response.end('yes'), {
      ...{ port: 0, host: '127.0.0.1', siteUrl: null, trustedProxies: [] },
    });
    await exchange(server.port, request('/', header).repeat(1000));
    await server.stop();
    unsubscribe('http.server.request.start', note);
    expect(read.length, 'Node reads on').toBeGreaterThan(500);
    expect(read.filter(({ errored }) => errored).length).toBeLessThan(20);
  },
);

describe('a body that nobody reads', () => {
  const endless = 'Content-Length: 100000000';
  test.each([
    ['GET', '/', endless, 200],
    ['GET', '/healthz', endless, 200],
    ['GET', '/', 'Transfer-Encoding: chunked', 200],
    ['GET', '/', 'Connection: Upgrade\r\nUpgrade: websocket', 200],
    ['GET', '/healthz', 'Connection: Upgrade\r\nUpgrade: h2c', 200],
    ['POST', '/nowhere', endless, 405],
    ['POST', '/nowhere', 'Transfer-Encoding: chunked', 405],
    ['POST', '/rest/v1/nowhere', endless, 404],
  ])('ends the connection with the answer: %s %s, %s', async (method, path, header, status) => {
    const service = await startTestService({}, { pages });
    const socket = connect(service.port, '127.0.0.1').setEncoding('latin1');
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n400\r\n${'a'.repeat(1024)}`);
    const heard = await text(socket);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toMatch(/\r\nConnection: close\r\n/i);
    await service.stop();
  });
});

test('what comes behind a question is not kept while the answer waits', async () => {
  const server = await listen((incoming, response) => void incoming.once('end', () => response.end('yes')), {
    port: 0,
    host: '127.0.0.1',
    siteUrl: null,
    trustedProxies: [],
  });
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
  socket.write(`${request('/', 'Transfer-Encoding: chunked')}1\r\na\r\n0\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  await server.stop();
});

test('a reader that takes nothing of its answer is let go', async () => {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const server = await listen(
    (incoming, response) => {
      incoming.socket.once('close', () => resolve());
      // More than the system takes off the server's hands.
      response.end(Buffer.alloc(64 * 1024 * 1024));
    },
    { port: 0, host: '127.0.0.1', siteUrl: null, trustedProxies: [] },
    200,
  );
  const socket = connect(server.port, '127.0.0.1', () => socket.write(request('/')));
  socket.on('error', () => {});
  await letGo;
  socket.destroy();
  await server.stop();
});
