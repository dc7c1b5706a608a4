/** What the started server's answers say to browsers, whoever gives them: pages, files, the API, its refusals. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clickPath, inboxApiPath } from '../contract/inbox.ts';
import { submissionPath } from '../contract/submission.ts';
import { type BuiltSite, builtSite } from './built-site.ts';
import { attribute, parseHtml } from './html.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';
import { type Answer, answerTo } from './raw-socket.ts';

let site: BuiltSite;
let secure: ServerProcess;
let plain: ServerProcess;
const folders: string[] = [];

function start(environment: Record<string, string>): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'headers-'));
  folders.push(folder);
  return startServerProcess(site.dir, { DATA_DIR: folder, LOG_LEVEL: 'warn', ...environment });
}

beforeAll(async () => {
  site = await builtSite();
  [secure, plain] = await Promise.all([
    start({
      SITE_URL: 'https://example.uz',
      ALLOWED_ORIGINS: 'https://partner.example',
      RATE_LIMIT: '2/600',
    }),
    start({}),
  ]);
});
afterAll(async () => {
  await Promise.all([secure, plain].map((server) => server.end('SIGTERM')));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const ask = (bytes: string, server = secure) => answerTo(server.port, bytes);
const get = (path: string, ...headers: string[]) => request('GET', path, headers);
function request(method: string, path: string, headers: string[] = [], body = ''): string {
  const length = body || method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`] : [];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: example.uz',
    'Connection: close',
    ...headers,
    ...length,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const json = 'Content-Type: application/json';
const own = 'Origin: https://example.uz';
const form = 'Content-Type: application/x-www-form-urlencoded';
const lead = (name: string) => JSON.stringify({ name, phone: '+998 90', email: null, message: 'Sirli gap' });
const post = (body: string, ...headers: string[]) => request('POST', submissionPath, headers, body);
const preflight = (origin: string) =>
  request('OPTIONS', submissionPath, [`Origin: ${origin}`, 'Access-Control-Request-Method: POST']);
const asset = (ending: string) =>
  `/assets/${readdirSync(join(site.dir, 'assets')).find((name) => name.endsWith(ending))}`;

/** Built when they are asked for: names of assets are known after the build only. */
const pageAnswers: [string, number, () => string][] = [
  ['a page', 200, () => get('/')],
  ['a page nobody has', 404, () => get('/nowhere?lang=en')],
  ['a script', 200, () => get(asset('.js'))],
  ['a font', 200, () => get(asset('.woff2'))],
  ['a redirect', 301, () => get('/?lang=uz')],
  ['a method pages do not take', 405, () => request('POST', '/')],
];
const apiAnswers: [string, number, () => string][] = [
  ['health', 200, () => get('/healthz')],
  ['a stored lead', 201, () => post(lead('Sirli'), json)],
  ['a form sent without script', 303, () => post('name=Sirli&phone=1&message=Salom', form)],
  ['one lead too many', 429, () => post(lead('Sirli 4'), json)],
  ['a preflight', 204, () => preflight('https://partner.example')],
  ['a stranger', 403, () => post(lead('Sirli'), json, 'Origin: https://stranger.example')],
  ['a lead without a phone', 400, () => post('{"name":"Sirli","message":"Sirli gap"}', json)],
  ['someone who wants to read leads', 401, () => get(`${submissionPath}?select=*&name=eq.Sirli`)],
  ['another table', 404, () => get('/rest/v1/Sirli')],
  ['a body that is too large', 413, () => post(`"Sirli${'a'.repeat(70_000)}"`, json)],
  ['a beacon', 204, () => request('POST', clickPath, [own], 'email uz Sirli')],
  ['the sign-in state', 200, () => get(`${inboxApiPath}/sign-in`)],
  ['a stranger in the inbox', 401, () => get(`${inboxApiPath}/leads?q=Sirli`)],
  ['a wrong token', 401, () => request('POST', `${inboxApiPath}/session`, [own, json], '{"token":"Sirli"}')],
];
const answers = [...pageAnswers, ...apiAnswers];

describe.each(answers)('%s (%i)', (_, status, bytes) => {
  let answer: Answer;
  beforeAll(async () => {
    answer = await ask(bytes());
  });

  test('comes with every header that keeps a browser safe, each once', () => {
    const { headers, names } = answer;
    expect(answer.status).toBe(status);
    expect(headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    for (const directive of ["base-uri 'none'", 'form-action', "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(`; ${directive}`);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http:|https:(?!\/\/)/);
    expect([...names].sort()).toEqual([...new Set(names)].sort());
  });

  test('sets no cookie and tells nothing about the program', () => {
    for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(answer.names).not.toContain(name);
  });

  test('repeats nothing the visitor wrote', () => {
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain('Sirli');
  });
});

test.each(apiAnswers)('%s is kept by no cache', async (_, _status, bytes) => {
  expect((await ask(bytes())).headers['cache-control']).toBe('no-store');
});

test('nothing is promised about https where the site is not known to have it', async () => {
  for (const [, , bytes] of answers) {
    const { headers, names } = await ask(bytes(), plain);
    expect(names).not.toContain('strict-transport-security');
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  }
});

describe('the policy of a page', () => {
  const paths = ['/', '/?lang=en', '/?lang=ru', '/privacy', '/terms?lang=en', '/nowhere'];

  test.each(paths)(
    '%s allows the scripts and styles that are in it, by their hashes, and no others',
    async (path) => {
      const { headers, body } = await ask(get(path));
      const hashes = (sources = '') => sources.match(/'sha256-[^']+'/g)?.sort() ?? [];
      const directive = (name: string) =>
        new RegExp(`${name} ([^;]*)`).exec(headers['content-security-policy'] ?? '')?.[1];
      const inline = (pattern: RegExp) =>
        [...Buffer.from(body, 'latin1').toString().matchAll(pattern)].map(
          ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
        );
      expect(hashes(directive('script-src'))).toEqual(inline(/<script>([\s\S]*?)<\/script>/g).sort());
      expect(hashes(directive('style-src'))).toEqual(inline(/<style>([\s\S]*?)<\/style>/g).sort());
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    },
  );

  test('says what every script in it must hash to', async () => {
    const root = parseHtml(Buffer.from((await ask(get('/'))).body, 'latin1').toString());
    const scripts = root.querySelectorAll('script[src]');
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const path = attribute(script, 'src') ?? '';
      const digest = createHash('sha256').update(site.read(path)).digest('base64');
      expect(attribute(script, 'integrity'), path).toBe(`sha256-${digest}`);
    }
  });
});
