import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { answerBrokenRequests } from './broken-requests.ts';
import { exchange, start } from './example-server.ts';

const options = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
const server = createServer(options, (_, response) => {
  response.end('fine');
});
answerBrokenRequests(server, 'https://example.uz');
const port = await start(server);

const head = 'POST / HTTP/1.1\r\nHost: x\r\n';
test.each([
  ['no HTTP', 'HELO example.uz\r\n\r\n', 400],
  ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a length beside chunks', `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['a bare LF', 'GET / HTTP/1.1\nHost: x\n\n', 400],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
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
