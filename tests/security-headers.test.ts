/** Security headers of all responses: pages, files, API, errors. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clickPath, inboxApiPath, submissionPath } from '#contract/addresses.ts';
import { sharedSite, siteUrl } from './built-site.ts';
import { attribute, parseHtml } from './html.ts';
import { startServerProcess } from './processes.ts';
import { responseTo } from './raw-socket.ts';

const site = await sharedSite();
const dataDir = mkdtempSync(join(tmpdir(), 'headers-'));
const server = await startServerProcess(site.dir, {
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  SITE_URL: siteUrl,
  RATE_LIMIT: '2/600',
  ALLOWED_ORIGINS: 'https://partner.example',
});
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true });
});

const request = (method: string, path: string, headers: string[], body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    ...['Host: example.uz', 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    `\r\n${body}`,
  ].join('\r\n');
const get = (path: string) => request('GET', path, []);
const post = (body: string, ...headers: string[]) => request('POST', submissionPath, headers, body);
const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';
const own = `Origin: ${siteUrl}`;
const lead = (name: string) => JSON.stringify({ name, phone: '+998 90', email: null, message: 'Sirli gap' });
const asset = (ending: string) =>
  `/assets/${readdirSync(join(site.dir, 'assets')).find((name) => name.endsWith(ending))}`;

/** 'Sirli' stands for the visitor's data, which no response may repeat. */
const answers: [string, number, 'page' | 'API', string][] = [
  ['a page', 200, 'page', get('/')],
  ['an unknown page', 404, 'page', get('/nowhere?lang=en')],
  ['a script', 200, 'page', get(asset('.js'))],
  ['a font', 200, 'page', get(asset('.woff2'))],
  ['a redirect', 301, 'page', get('/?lang=uz')],
  ['an unsupported method', 405, 'page', request('POST', '/', [])],
  ['health', 200, 'API', get('/healthz')],
  ['a stored lead', 201, 'API', post(lead('Sirli'), json)],
  ['a form posted without script', 303, 'API', post('name=Sirli&phone=1&message=Salom', form)],
  ['one lead too many', 429, 'API', post(lead('Sirli 4'), json)],
  [
    'a preflight',
    204,
    'API',
    request('OPTIONS', submissionPath, [
      'Origin: https://partner.example',
      'Access-Control-Request-Method: POST',
    ]),
  ],
  ['a foreign origin', 403, 'API', post(lead('Sirli'), json, 'Origin: https://stranger.example')],
  ['a lead without a phone', 400, 'API', post('{"name":"Sirli","message":"Sirli gap"}', json)],
  ['reading leads', 401, 'API', get(`${submissionPath}?select=*&name=eq.Sirli`)],
  ['another table', 404, 'API', get('/rest/v1/Sirli')],
  ['a body that is too large', 413, 'API', post(`"Sirli${'a'.repeat(70_000)}"`, json)],
  ['a beacon', 204, 'API', request('POST', clickPath, [own], 'email uz Sirli')],
  ['the sign-in state', 200, 'API', get(`${inboxApiPath}/sign-in`)],
  ['an inbox request without a session', 401, 'API', get(`${inboxApiPath}/leads?q=Sirli`)],
  ['a wrong token', 401, 'API', request('POST', `${inboxApiPath}/session`, [own, json], '{"token":"Sirli"}')],
];

test.each(answers)(
  '%s (%i) has the security headers and repeats nothing of the request',
  async (_, expected, kind, bytes) => {
    const { status, headers, names, body } = await responseTo(server.port, bytes);
    expect(status).toBe(expected);
    expect(headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*base-uri 'none'.*frame-ancestors 'none'/,
      ),
    });
    expect(headers['content-security-policy']).toContain('; form-action');
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http:|https:(?!\/\/)/);
    if (kind === 'API') expect(headers['cache-control']).toBe('no-store');
    expect(names.sort()).toEqual([...new Set(names)]);
    for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(names).not.toContain(name);
    expect(body + JSON.stringify(headers)).not.toContain('Sirli');
  },
);

const hashOf = (text: string | Buffer) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test.each(['/', '/?lang=ru', '/privacy', '/nowhere'])(
  'the policy of %s allows exactly its own inline scripts and styles',
  async (path) => {
    const answer = await fetch(server.url + path);
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const allowed = (directive: string) =>
      new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.match(/sha256-[^']+/g) ?? [];
    const inline = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => hashOf(text));
    expect(allowed('script-src').sort()).toEqual(inline(/<script>([\s\S]*?)<\/script>/g).sort());
    expect(allowed('style-src').sort()).toEqual(inline(/<style>([\s\S]*?)<\/style>/g).sort());
    expect(policy).toContain("require-trusted-types-for 'script'");
    const scripts = parseHtml(html).querySelectorAll('script[src]');
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const file = site.read(attribute(script, 'src') ?? '');
      expect(attribute(script, 'integrity')).toBe(hashOf(file));
    }
  },
);
