/** Malformed and random requests, as raw bytes on a real socket. */

import { mkdtempSync, rmSync } from 'node:fs';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { healthPath, inboxApiPath, submissionPath } from '#contract/addresses.ts';
import { writeDist } from './example-dist.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { exchange, responseTo, statusesIn } from './raw-socket.ts';

let server: ServerProcess;
const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));

beforeAll(async () => {
  server = await startServerProcess(writeDist(), {
    // SITE_URL enables the inbox, TRUSTED_PROXIES the parsing of X-Forwarded-For.
    DATA_DIR: dataDir,
    SITE_URL: 'https://example.uz',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT: 'off',
  });
});
afterAll(async () => {
  await server.end('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

const lead = '{"name":"a","phone":"b","message":"c"}';
const post = `POST ${submissionPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;

test.each([
  ['a target of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a header of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['a body that claims a terabyte', `${post}Content-Length: 1099511627776\r\n\r\n{`],
  ['chunks of 70 KB', `${chunked}${`1000\r\n${'a'.repeat(4096)}\r\n`.repeat(18)}0\r\n\r\n`],
])('%s is refused', async (_, sent) => {
  expect([[413], [431]]).toContainEqual(statusesIn(await exchange(server.port, sent)));
});

test.each(['GET /', 'PUT /', 'POST /nowhere', 'PUT /inbox/api/me', `DELETE ${submissionPath}`])(
  'a body that %s does not read ends the connection',
  async (request) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    socket.write(`${request} HTTP/1.1\r\nHost: x\r\nContent-Length: 200000000\r\n\r\n`);
    let sent = 0;
    const send = () => {
      while (socket.writable && sent < 200_000_000) {
        sent += 65_536;
        if (!socket.write(Buffer.alloc(65_536))) return;
      }
    };
    socket.on('drain', send);
    send();
    await new Promise((closed) => socket.resume().once('close', closed));
    expect(sent).toBeLessThan(20_000_000);
  },
);

test('a request after one without a body uses the same connection', async () => {
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
  const received = await exchange(server.port, `${get}\r\n${get}Connection: close\r\n\r\n`);
  expect(statusesIn(received)).toEqual([200, 200]);
});

test.each(['927.0.0.1', '[x', 'a b', '1.2.3.4.5'])(
  'the host %s is never an error of the server',
  async (host) => {
    const statusOf = async (target: string, more = '\r\n') =>
      (await responseTo(server.port, `${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}`))
        .status;
    const sent = `Content-Type: application/json\r\nContent-Length: ${lead.length}\r\n\r\n${lead}`;
    for (const target of ['GET /', 'GET /nowhere', `GET ${healthPath}`, `GET ${inboxApiPath}/leads`])
      expect([200, 400, 401, 404]).toContain(await statusOf(target));
    for (const path of [submissionPath, `${inboxApiPath}/session`])
      expect([201, 400, 403]).toContain(await statusOf(`POST ${path}`, sent));
  },
);

const outside = String.raw`
  /.. /../../../../etc/passwd //etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd /%252e%252e/etc/passwd
  /..\..\etc\passwd /index.html%00.png /% /%E0%A4%A /assets/../.hidden /assets/%2e%2e/.hidden /.env /build-info.json
  /_headers /server/main.ts /data/leads.db /index.en.html /404.html /assets/
`;
test.each(outside.trim().split(/\s+/))('%s reveals nothing', async (target) => {
  for (const prefix of ['', '/rest/v1', inboxApiPath]) {
    const request = `GET ${prefix}${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(server.port, request);
    // Hono answers paths that it cannot parse with 400.
    expect([[400], [401], [404]]).toContainEqual(statusesIn(answer));
    expect(answer).not.toMatch(/root:|secret|"sourceFingerprint"|X: y/);
  }
});

test.each([
  '/rest/v1/contact%5fsubmissions',
  '/rest/v1/./contact_submissions',
  `/rest/x/../..${submissionPath}`,
])('%s accepts no leads', async (target) => {
  const sent = `${post.replace(submissionPath, target)}Content-Length: ${lead.length}\r\n\r\n${lead}`;
  expect(statusesIn(await exchange(server.port, sent))).toEqual([405]);
});

const toInbox = (request: string, body = '') =>
  `${request} HTTP/1.1\r\nHost: x\r\nOrigin: https://example.uz\r\nCookie: __Host-inbox-code=${'A'.repeat(43)}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const wellFormed = fc.constantFrom(
  'GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n',
  'GET /assets/main-abc123.js?x HTTP/1.1\r\nHost: localhost:3000\r\nIf-None-Match: "a"\r\n\r\n',
  `${post}Content-Length: ${lead.length}\r\n\r\n${lead}`,
  `${chunked}26\r\n${lead}\r\n0\r\n\r\n`,
  `OPTIONS ${submissionPath} HTTP/1.1\r\nHost: x\r\nOrigin: https://x\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
  toInbox(`POST ${inboxApiPath}/session`, '{"code":"AAAA-AAAA"}'),
  toInbox(`GET ${inboxApiPath}/leads?q=a`),
);
const pieces = fc.constantFrom(
  ...METHODS,
  ...['/', '/healthz', '/sign-in', '/leads', '/revision', '?lang=en', '?q=', submissionPath, inboxApiPath],
  ...[
    '%',
    '%00',
    '%2e%2e',
    '../',
    '\\',
    '*',
    '//',
    '#',
    '&',
    '{',
    '}',
    '"',
    '\r\n',
    '\n',
    '\r',
    '\0',
    '\xff',
  ],
  ...['HTTP/1.0', 'Host: ', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Expect: 100-continue'],
  ...['Upgrade: h2c', 'Range: bytes=0-1', 'Origin: null', 'Prefer: return=representation', '__proto__', lead],
);
/** A valid request with a few bytes removed, inserted or overwritten. */
const damaged = fc
  .tuple(wellFormed, fc.array(fc.tuple(fc.nat(400), fc.nat(3), pieces), { minLength: 1, maxLength: 4 }))
  .map(([request, damages]) =>
    damages.reduce((text, [place, cut, piece]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + piece + text.slice(at + cut);
    }, request),
  );
const noise = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

test('a thousand random requests cause no 5xx, and leads are still accepted afterwards', async () => {
  const random = fc.oneof({ weight: 4, arbitrary: damaged }, noise);
  // A fixed seed, so that a failure can be reproduced.
  const requests = fc.sample(random, { numRuns: 1000, seed: 20_261_101 }).values();
  const sendOneAfterAnother = async () => {
    for (const request of requests) {
      const answer = await exchange(server.port, request);
      expect(answer, JSON.stringify(request)).toMatch(/^$|^HTTP\/1\.1 /);
      expect(Math.max(0, ...statusesIn(answer)), JSON.stringify(request)).toBeLessThan(500);
    }
  };
  await Promise.all(Array.from({ length: 24 }, sendOneAfterAnother));

  for (const path of ['/', '/healthz']) expect((await fetch(server.url + path)).status).toBe(200);
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(server.url + submissionPath, { method: 'POST', headers, body: lead });
  expect(status).toBe(201);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.output()).not.toMatch(/"level":(50|60)|Error|Warning/);
});
