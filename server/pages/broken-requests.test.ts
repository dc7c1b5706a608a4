import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { start } from '../../tests/example-server.ts';
import { exchange } from '../../tests/raw-socket.ts';
import { answerBrokenRequests, hostIsLookedAtHere, withOneHost } from './broken-requests.ts';

const options = {
  ...{ headersTimeout: 2000, requestTimeout: 2000, connectionsCheckingInterval: 10 },
  ...hostIsLookedAtHere,
};
const fine = withOneHost((request, response) => {
  response.end(`fine ${request.url}`);
}, 'https://example.uz');
const server = createServer(options, fine);
answerBrokenRequests(server, 'https://example.uz');
const port = await start(server);

const head = 'POST / HTTP/1.1\r\nHost: x\r\n';
test.each([
  ['no HTTP', 'HELO example.uz\r\n\r\n', 400],
  ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a length beside chunks', `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHOST: y\r\n\r\n', 400],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: x/y@z\r\n\r\n', 400],
  ['a host in the address and another', 'GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['headers without end', `${head}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is refused with the headers of every answer', async (_, request, status) => {
  const reply = await exchange(port, request);
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(reply).toContain("\r\nContent-Security-Policy: default-src 'none'");
  expect(reply).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
  expect(reply).toContain('\r\nConnection: close\r\n');
  expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('fine');
});

test('a sender that stops in the middle is told that time is up', async () => {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(head);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
});

test.each(['x', 'example.uz:3000', 'xn--80a.uz', '127.0.0.1:1', '[::1]:3000', '[::1]', 'under_score'])(
  'a host like %s is one',
  async (host) => {
    const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await exchange(port, request)).toContain('fine');
  },
);

test.each([
  ['http://x/privacy?lang=ru', '/privacy?lang=ru'],
  ['http://x', '/'],
  ['*', '*'],
])('%s asks for %s', async (target, path) => {
  const request = `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect((await exchange(port, request)).endsWith(`\r\n\r\nfine ${path}`)).toBe(true);
});
