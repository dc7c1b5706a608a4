import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { exchange, serve } from './example-server.ts';

const siteUrl = 'https://example.uz';
const fast = await serve({ siteUrl, lane: true });
const plain = await serve({ siteUrl });

const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${['Host: example.uz', ...headers].map((line) => `${line}\r\n`).join('')}\r\n`;
const undated = (reply: string) => reply.replace(/^Date: .*\r\n/m, '');

/** The reply, and whether Node's own parser was needed for it. */
async function ask(...pieces: string[]) {
  const before = fast.ordinary();
  const reply = await exchange(fast.port, ...pieces);
  return { reply, byNode: fast.ordinary() - before };
}

describe('a plain page request', () => {
  test.each([
    ['a page', get('/')],
    ['a page in another language, compressed', get('/?lang=ru', 'accept-encoding: gzip, br')],
    ['a page the browser has', get('/', 'If-None-Match: *')],
    ['a redirect', get('/terms/?lang=uz&a=b')],
    ['the 404 page', get('/nowhere?lang=en', 'Accept-Encoding:gzip')],
    ['an asset', get('/assets/noise-abc123.woff2')],
    [
      'a browser with its usual headers',
      get('/', 'Connection: keep-alive', 'DNT: 1', 'Accept: text/html,*/*;q=0.8'),
    ],
  ])('gets what Node would send, without Node: %s', async (_, request) => {
    const { reply, byNode } = await ask(request);
    expect(byNode).toBe(0);
    expect(undated(reply)).toBe(undated(await exchange(plain.port, request)));
  });

  test('is answered again and again on one connection', async () => {
    const { reply, byNode } = await ask(get('/'), get('/?lang=en'), get('/'));
    expect(byNode).toBe(0);
    expect(reply.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(reply.match(/<html lang="\w+"/g)).toEqual([
      '<html lang="uz"',
      '<html lang="en"',
      '<html lang="uz"',
    ]);
  });

  test('carries the time of its answer', async () => {
    const dateOf = async () => Date.parse(/^Date: (.*)\r$/m.exec((await ask(get('/'))).reply)?.[1] ?? '');
    const first = await dateOf();
    await vi.waitFor(async () => expect(await dateOf()).toBeGreaterThan(first), 5000);
  });
});

describe('everything else goes to Node', () => {
  test.each([
    ['another method', `HEAD / HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['the API', get('/healthz')],
    ['an older protocol', 'GET / HTTP/1.0\r\nHost: x\r\n\r\n'],
    ['a connection to be closed', get('/', 'Connection: close')],
    ['a body', `${get('/', 'Content-Length: 5')}hello`],
    ['a body announced in no usual way', get('/', 'transfer-encoding : chunked')],
    ['a chunked body', `${get('/', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['no host', 'GET / HTTP/1.1\r\nAccept: */*\r\n\r\n'],
    ['two hosts', get('/', 'host: other')],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['lines that end in LF', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['a folded header', get('/', 'X: a\r\n b')],
    ['a NUL', get('/', 'X: a\0b')],
    ['a lone CR', get('/', 'X: a\rY: b')],
    ['two requests at once', get('/') + get('/terms')],
    ['a request in pieces', 'GET / HT'],
    ['too many headers', get('/', `X: ${'a'.repeat(20_000)}`)],
    ['an absolute target', get('http://example.uz/')],
    ['an upgrade', get('/', 'Connection: Upgrade', 'Upgrade: websocket')],
    ['garbage', '\x16\x03\x01\x02'],
  ])('%s', async (_, request) => {
    const [here, there] = await Promise.all([exchange(fast.port, request), exchange(plain.port, request)]);
    expect(undated(here)).toBe(undated(there));
  });

  test('a request that arrives in pieces is put together', async () => {
    const { reply, byNode } = await ask(
      'GET /ter',
      'ms HTTP/1.1\r\nHost: x\r\n',
      'Connection: close\r\n\r\n',
    );
    expect([byNode, reply.slice(0, 15)]).toEqual([1, 'HTTP/1.1 200 OK']);
  });

  test('on a connection that was in the lane before', async () => {
    const post = 'POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
    const { reply, byNode } = await ask(get('/'), post);
    expect(byNode).toBe(1);
    expect(reply.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 418']);
  });

  test('with every byte of a long body', async () => {
    const head = 'POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\nConnection: close\r\n\r\n';
    const { reply } = await ask(head + 'x'.repeat(300_000), 'x'.repeat(300_000), 'x'.repeat(300_000));
    expect(reply).toContain('900000 bytes');
  });
});

test('whatever is sent, both ways answer alike', async () => {
  const word = fc.constantFrom(
    'Host',
    'host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'X',
    'Te',
    ':',
    '',
  );
  const value = fc.constantFrom(
    'x',
    'chunked',
    '0',
    '3',
    'keep-alive',
    'close',
    'Keep-Alive, close',
    '\t',
    'a b',
    '\x7f',
  );
  const line = fc.tuple(word, fc.constantFrom(': ', ':', ' : ', ' '), value).map((parts) => parts.join(''));
  const request = fc
    .tuple(
      fc.constantFrom('GET', 'get', 'HEAD', 'POST', ' GET'),
      fc.constantFrom('/', '/?lang=en', '/x y', '//', '*', '/%zz', ''),
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', ''),
      fc.array(line, { maxLength: 4 }),
      fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
      fc.constantFrom('', '', 'abc', '\r\n'),
    )
    .map(([method, target, version, lines, end, rest]) =>
      [`${method} ${target} ${version}`, 'Host: a', ...lines, '', ''].join(end).concat(rest),
    );
  await fc.assert(
    fc.asyncProperty(request, async (text) => {
      const [here, there] = await Promise.all([exchange(fast.port, text), exchange(plain.port, text)]);
      expect(undated(here)).toBe(undated(there));
    }),
    { numRuns: 1000 },
  );
});

describe('a connection in the lane', () => {
  async function open(server = fast): Promise<Socket> {
    const socket = connect(server.port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    socket.write(get('/'));
    await once(socket, 'data');
    return socket;
  }

  test('ends when the server stops, as an idle one of Node does', async () => {
    const stopping = await serve({ siteUrl, lane: true });
    const socket = await open(stopping);
    socket.resume();
    const ended = once(socket, 'close');
    const closed = new Promise((resolve) => stopping.server.close(resolve));
    await Promise.all([ended, closed]);
  });

  test('ends at once when the server is told to drop all', async () => {
    const stopping = await serve({ siteUrl, lane: true });
    const socket = await open(stopping);
    const ended = once(socket.resume(), 'close');
    stopping.server.closeAllConnections();
    await ended;
  });

  test('ends after idling for as long as Node would wait', async () => {
    const impatient = await serve({ siteUrl, lane: true });
    impatient.server.keepAliveTimeout = 1;
    const socket = await open(impatient);
    await once(socket.resume(), 'close');
  });

  test('is not read on while its answers are not taken', async () => {
    const accepted = once(fast.server, 'connection') as Promise<[Socket]>;
    const socket = await open();
    const [served] = await accepted;
    socket.pause();
    for (let sent = 0; !served.isPaused() && sent < 2000; sent++) {
      socket.write(get('/assets/noise-abc123.woff2'));
      await once(served, 'data');
    }
    expect(served.isPaused()).toBe(true);
    expect(served.writableLength).toBeLessThan(1_000_000);
    socket.resume();
    await vi.waitFor(() => expect(served.isPaused()).toBe(false));
    socket.destroy();
  });

  test('may break off at any time', async () => {
    const socket = await open();
    socket.write(get('/').slice(0, 10));
    socket.resetAndDestroy();
    expect((await ask(get('/'))).reply).toContain('200 OK');
  });
});
