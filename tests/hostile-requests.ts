/** What the open internet throws at a server, as bytes. */
import fc from 'fast-check';
import { inboxApiPath } from '../contract/inbox.ts';
import { submissionPath } from '../contract/submission.ts';

const post = `POST ${submissionPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
export const oversized: Record<string, string> = {
  'a target of 20 KB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a header of 20 KB': `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  'three thousand headers': `GET / HTTP/1.1\r\nHost: x\r\n${'X-Y: z\r\n'.repeat(3000)}\r\n`,
  'a chunk extension of 20 KB': `${chunked}2;${'a'.repeat(20_000)}\r\nab\r\n0\r\n\r\n`,
  'a body of 70 KB': `${post}Content-Length: 70000\r\n\r\n${'a'.repeat(70_000)}`,
  'chunks of 70 KB': `${chunked}${'1000\r\n'.concat('a'.repeat(4096), '\r\n').repeat(18)}0\r\n\r\n`,
  'a body that claims a terabyte': `${post}Content-Length: 1099511627776\r\n\r\n{`,
};

const line = (name: string, value: string) => `${name}: ${value}\r\n`;
const codeCookie = line('Cookie', `__Host-inbox-code=${'A'.repeat(43)}`);

/** The only page whose changes the inbox takes. */
export const inboxOrigin = 'https://example.uz';
const own = line('Origin', inboxOrigin);
const toInbox = (method: string, path: string, body = '', ...lines: string[]) =>
  `${method} ${inboxApiPath}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const cookieOf = (secret: string) => line('Cookie', `__Host-inbox-session=${secret}`);

/** Ways out of the folder of pages, and to files in it that are not part of the site. */
export const wanderingTargets = String.raw`
  /.. /../../../../etc/passwd //etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd /%252e%252e/etc/passwd
  /..\..\etc\passwd /index.html%00.png /% /%E0%A4%A /assets/../.hidden /assets/%2e%2e/.hidden /.env /site.json
  /_headers /server/main.ts /data/leads.db /index.en.html /404.html /assets/
`
  .trim()
  .split(/\s+/);

const token = fc.constantFrom(
  ...'GET|POST|HEAD|PUT|DELETE|OPTIONS|TRACE|/|/rest/v1/|/healthz|?lang=en|?lang=|HTTP/1.1|HTTP/1.0'.split(
    '|',
  ),
  ...'%|%00|%2e%2e|../|\\|*|http://x/|//|#|&| |:|: |,|;|"|{|}|[|]|__proto__|\r\n|\n|\r|\r\n\r\n|\0|\t|\xff'.split(
    '|',
  ),
  ...'Host: x|Host: |Content-Length: 5|Content-Length: -1|Transfer-Encoding: chunked|Connection: upgrade'.split(
    '|',
  ),
  ...'Upgrade: h2c|Expect: 100-continue|Content-Type: application/json|Origin: null|If-None-Match: *'.split(
    '|',
  ),
  ...'Accept-Encoding: br, gzip;q=0|Range: bytes=0-1|Prefer: return=representation|Cookie: a|0\r\n\r\n'.split(
    '|',
  ),
  ...`${inboxApiPath}|/inbox|/sign-in|/codes|/session|/leads|/revision|Origin: ${inboxOrigin}`.split('|'),
  ...'Cookie: __Host-inbox-session=|Sec-Fetch-Site: same-origin|{"code":"AAAA-AAAA"}|{"token":"a"}|?q='.split(
    '|',
  ),
  ...`5\r\nabcde\r\n|{"name":"a","phone":"b","message":"c"}|name=a&phone=b&message=c|${submissionPath}`.split(
    '|',
  ),
);

const wellFormed = fc.constantFrom<string[]>(
  'GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n',
  'GET /assets/main-abc123.js?x HTTP/1.1\r\nHost: localhost:3000\r\nIf-None-Match: "a"\r\n\r\n',
  `${post}Content-Length: 38\r\n\r\n{"name":"a","phone":"b","message":"c"}`,
  `${chunked}26\r\n{"name":"a","phone":"b","message":"c"}\r\n0\r\n\r\n`,
  `OPTIONS ${submissionPath} HTTP/1.1\r\nHost: x\r\nOrigin: https://x\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
  toInbox('POST', '/session', '{"code":"AAAA-AAAA"}', own, codeCookie),
  toInbox('POST', '/codes', '', own, codeCookie),
  toInbox('GET', '/leads?q=a', '', cookieOf('A'.repeat(43))),
);

/** A request that was fine before somebody cut, doubled or overwrote a few bytes of it. */
const damaged = fc
  .tuple(wellFormed, fc.array(fc.tuple(fc.nat(400), fc.nat(3), token), { minLength: 1, maxLength: 4 }))
  .map(([request, wounds]) =>
    wounds.reduce<string>((text, [place, cut, patch]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + patch + text.slice(at + cut);
    }, request),
  );

const pieced = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(''));
const noise = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

/** The same ones every time: a failure can be looked at. */
export const randomRequests = (count: number): string[] =>
  fc.sample(fc.oneof({ weight: 3, arbitrary: damaged }, { weight: 2, arbitrary: pieced }, noise), {
    numRuns: count,
    seed: 20_261_101,
  });
