/** What the open internet throws at a server, as bytes. */
import fc from 'fast-check';
import { inboxApiPath } from '../contract/inbox.ts';
import { submissionPath } from '../contract/submission.ts';

const post = `POST ${submissionPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
/** What an attacker hopes to get past a proxy that understands the bytes before it differently. */
const smuggled = 'GET /privacy HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server that takes any of these for a request would disagree with some proxy about where the next one begins. */
export const ambiguous: Record<string, string> = {
  'a length beside chunks': `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'chunks beside a length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
  'two lengths': `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde${smuggled}`,
  'the same length twice': `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\nabcde${smuggled}`,
  'a list of lengths': `${post}Content-Length: 5, 5\r\n\r\nabcde${smuggled}`,
  'a signed length': `${post}Content-Length: +5\r\n\r\nabcde${smuggled}`,
  'a negative length': `${post}Content-Length: -5\r\n\r\nabcde${smuggled}`,
  'a hexadecimal length': `${post}Content-Length: 0x5\r\n\r\nabcde${smuggled}`,
  'a length beyond numbers': `${post}Content-Length: 99999999999999999999999\r\n\r\nabcde${smuggled}`,
  'a space before the colon': `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'an unknown coding': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'two codings': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
  'chunks that are not the last coding': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
  'a folded header': `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'a vertical tab': `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'chunks in HTTP/1.0': `${chunked.replace('1.1', '1.0')}0\r\n\r\n${smuggled}`,
  'a chunk size that is no number': `${chunked}zz\r\nabc\r\n0\r\n\r\n${smuggled}`,
  'a negative chunk size': `${chunked}-1\r\nabc\r\n0\r\n\r\n${smuggled}`,
  'a chunk size with a prefix': `${chunked}0x3\r\nabc\r\n0\r\n\r\n${smuggled}`,
  'a chunk size beyond numbers': `${chunked}FFFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n${smuggled}`,
  'a chunk longer than it says': `${chunked}2\r\nabc\r\n0\r\n\r\n${smuggled}`,
  'chunks with bare line feeds': `${chunked}3\nabc\n0\n\n${smuggled}`,
  'a length in the trailer': `${chunked}0\r\nContent-Length: 5\r\n\r\n${smuggled}`,
  'bare line feeds': 'GET / HTTP/1.1\nHost: x\n\n',
  'bare carriage returns': 'GET / HTTP/1.1\rHost: x\r\r',
  'a carriage return in a value': 'GET / HTTP/1.1\r\nHost: x\r\nX: a\rX-B: b\r\n\r\n',
  'NUL in a value': 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n',
  'NUL in a name': 'GET / HTTP/1.1\r\nHost: x\r\nX\0: a\r\n\r\n',
  'NUL in the target': 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n',
  'bytes beyond ASCII in the target': 'GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'two hosts': 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'a host that is none': 'GET / HTTP/1.1\r\nHost: a b/c@d\r\n\r\n',
  'a host no address can have': 'GET /healthz HTTP/1.1\r\nHost: 1.2.3.4.5\r\n\r\n',
  'a version to come': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a handshake of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a method nobody knows': 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
  'a method in small letters': 'get / HTTP/1.1\r\nHost: x\r\n\r\n',
};

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
const getWith = (...lines: string[]) => `GET / HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`;
const postOf = (body: string, type = 'application/json', ...lines: string[]) =>
  `POST ${submissionPath} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${lines.join('')}` +
  `Content-Length: ${body.length}\r\n\r\n${body}`;
const form = 'application/x-www-form-urlencoded';
const codeCookie = line('Cookie', `__Host-inbox-code=${'A'.repeat(43)}`);
/** Taken in: only then are the headers about the sender looked at. */
const lead = '{"name":"a","phone":"b","message":"c"}';
const proxies = Array(800).fill('::ffff:10.0.0.1%a').join(',');

/** Within every limit, and made to keep the reader busy: the most of everything that may be repeated. */
export const exhausting: Record<string, string> = {
  'sixty headers with spaces, then a Cyrillic byte': getWith('X: a b c\r\n'.repeat(60), line('Y', '\xd0')),
  'hundreds of headers': getWith(...Array.from({ length: 400 }, (_, i) => line(`X-${i}`, 'a b'))),
  'a value of bytes above 127': getWith(line('X', '\xff'.repeat(15_000))),
  'a value of spaces': getWith(line('X', `a${' \t'.repeat(7500)}b`)),
  'encodings without end': getWith(line('Accept-Encoding', 'br ;q=0.0 ,'.repeat(1300))),
  'spaces where an encoding was expected': getWith(line('Accept-Encoding', `br;${' '.repeat(15_000)}q=0x`)),
  'tags without end': getWith(line('If-None-Match', 'W/"a" ,'.repeat(2000))),
  'a host without end': `GET / HTTP/1.1\r\nHost: ${'a.'.repeat(7500)}!\r\n\r\n`,
  'a long query': `GET /?${'a'.repeat(15_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'many parameters': `GET /?${'lang=&'.repeat(2500)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'many columns': postOf('{}').replace(submissionPath, `${submissionPath}?columns=${'"",'.repeat(5000)}`),
  'proxies without end': postOf(lead, undefined, line('X-Forwarded-For', proxies)),
  'an address that is nearly one': postOf(lead, undefined, line('X-Forwarded-For', `[${'1:'.repeat(7000)}`)),
  'an origin without end': postOf('{}', undefined, line('Origin', `http://${'a@'.repeat(7000)}`)),
  'preferences without end': postOf('{}', undefined, line('Prefer', 'return=,'.repeat(1800))),
  'deep lists': postOf('['.repeat(60_000)),
  'deep objects': postOf(`${'{"a":'.repeat(12_000)}1${'}'.repeat(100)}`),
  'an e-mail without end': postOf(`{"name":"a","phone":"b","message":"c","email":"${'a@'.repeat(30_000)}"}`),
  'a form of many fields': postOf('a=%&'.repeat(15_000), form),
  'a form of many names': postOf(`name=${'%20'.repeat(20_000)}x`, form),
  'twenty requests at once': getWith().repeat(20),
};

/** The only page whose changes the inbox takes. */
export const inboxOrigin = 'https://example.uz';
const own = line('Origin', inboxOrigin);
const toInbox = (method: string, path: string, body = '', ...lines: string[]) =>
  `${method} ${inboxApiPath}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const deep = '['.repeat(30_000);
const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, 1])));
const cookieOf = (secret: string) => line('Cookie', `__Host-inbox-session=${secret}`);

/** The same at the inbox's door, by those who have no session and by one who has: `session` is what its cookie holds. */
export const exhaustingInbox: Record<string, (session: string) => string> = {
  'cookies without end': () => toInbox('GET', '/door', '', line('Cookie', 'a=b; '.repeat(3000))),
  'the same cookie again and again': () =>
    toInbox('GET', '/door', '', line('Cookie', '__Host-inbox-session=x; '.repeat(600))),
  'a cookie of equals signs': () => toInbox('GET', '/door', '', cookieOf('='.repeat(15_000))),
  'a cookie of half letters': () => toInbox('GET', '/door', '', cookieOf('%E0%A4'.repeat(2500))),
  'a cookie of quotes and spaces': () => toInbox('GET', '/door', '', cookieOf(`"${' '.repeat(15_000)}`)),
  'sessions that nobody has': () => toInbox('GET', '/leads', '', cookieOf('A'.repeat(43))),
  'an origin without end': () => toInbox('POST', '/codes', '', line('Origin', 'https://a.'.repeat(1500))),
  'a page elsewhere': () => toInbox('POST', '/codes', '', line('Origin', 'https://example.com')),
  'calls for codes': () => toInbox('POST', '/codes', '', own),
  'a call for a code by a browser of many names': () =>
    toInbox('POST', '/codes', '', own, line('User-Agent', `${'Mozilla/5.0 (('.repeat(1000)}Chrome/`)),
  'guesses of a code': () => toInbox('POST', '/session', '{"code":"AAAA-AAAA"}', own, codeCookie),
  'a guess without end': () =>
    toInbox('POST', '/session', `{"code":"${'-'.repeat(60_000)}"}`, own, codeCookie),
  'a deep way in': () => toInbox('POST', '/session', deep, own),
  'a way in of many keys': () => toInbox('POST', '/session', keys, own),
  'a way in over __proto__': () => toInbox('POST', '/session', '{"__proto__":{"token":"a"}}', own),
  'a way in that is no text': () => toInbox('POST', '/session', '{"token":"\xff\xfe"}', own),
  'a deep name': (session) => toInbox('PUT', '/me', deep, own, cookieOf(session)),
  'a name without end': (session) =>
    toInbox('PUT', '/me', `{"name":"${'\\u202e '.repeat(8000)}"}`, own, cookieOf(session)),
  'a search for as many words as there is room for': (session) =>
    toInbox('GET', `/leads?q=${'a+'.repeat(100)}`, '', cookieOf(session)),
  'a search for one long number': (session) =>
    toInbox('GET', `/leads?q=${'(9)+'.repeat(50)}`, '', cookieOf(session)),
  'a search without end': (session) =>
    toInbox('GET', `/leads?q=${'a'.repeat(14_000)}`, '', cookieOf(session)),
  'a search of many parameters': (session) =>
    toInbox('GET', `/leads?${'q=a&'.repeat(3500)}`, '', cookieOf(session)),
  'figures of a thousand days': (session) => toInbox('GET', '/figures?days=1000', '', cookieOf(session)),
  'a reference without end': (session) =>
    toInbox('GET', `/leads/${'A-'.repeat(7000)}`, '', cookieOf(session)),
  'a note without end': (session) =>
    toInbox('POST', '/leads/AAAA-AAAA/notes', `{"text":"${' a'.repeat(30_000)}"}`, own, cookieOf(session)),
  'a deep status': (session) => toInbox('POST', '/leads/AAAA-AAAA/status', deep, own, cookieOf(session)),
};

/** Ways out of the folder of pages, and to files in it that are not part of the site. */
export const wanderingTargets = String.raw`
  /.. /../.. /../../../../etc/passwd /./../package.json //etc/passwd /....//....//etc/passwd /..;/etc /~root
  /%2e%2e/%2e%2e/etc/passwd /%2e%2e%2fetc%2fpasswd /..%2f..%2fetc/passwd /%252e%252e/etc/passwd /%c0%ae%c0%ae/etc
  /..\..\etc\passwd /..%5c..%5cetc /C:/Windows/win.ini /index.html%00.png /%00 /% /%zz /%E0%A4%A /%ff%fe
  /assets/../.hidden /assets/%2e%2e/.hidden /.hidden /.env /.git/config /site.json /_headers
  /server/main.ts /data/leads.db /index.en.html /404.html /500.html /assets /assets/
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
  ...`${inboxApiPath}|/inbox|/door|/codes|/session|/leads|/live|Origin: ${inboxOrigin}`.split('|'),
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
