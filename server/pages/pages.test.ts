import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { placeholderOrigin } from '../../contract/origin.ts';
import { exampleFiles, inlineScript, inlineStyle, page, writeDist } from './example-dist.ts';
import { exchange, serve } from './example-server.ts';
import { createPages } from './pages.ts';

const siteUrl = 'https://example.uz';
const { get, port, said } = await serve({ siteUrl });
const built = (name: string, language: string) => page(name, language).replaceAll(placeholderOrigin, siteUrl);

describe('a page', () => {
  test.each([
    ['/', '', 'uz'],
    ['/?lang=en', '', 'en'],
    ['/?utm_source=telegram&lang=ru', '', 'ru'],
    ['/privacy', 'privacy', 'uz'],
    ['/terms?lang=ru', 'terms', 'ru'],
  ])('%s comes in its language', async (path, name, language) => {
    const reply = await get(path);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.body.toString()).toBe(built(name, language));
  });

  test('comes in the best encoding the browser names', async () => {
    const plain = built('', 'uz');
    const br = await get('/', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect([br.headers['content-encoding'], brotliDecompressSync(br.body).toString()]).toEqual(['br', plain]);
    const gzip = await get('/', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', plain]);
    const none = await get('/', { 'Accept-Encoding': 'GZIP;q=0.0, identity' });
    expect([none.headers['content-encoding'], none.body.toString()]).toEqual([undefined, plain]);
    for (const { headers, body } of [br, gzip, none]) {
      expect([headers.vary, headers['content-length']]).toEqual(['Accept-Encoding', String(body.length)]);
    }
  });

  test('is sent in the best compression there is once it has been found, under the same tag', async () => {
    const params = (quality: number) => ({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
    const text = Buffer.from(built('', 'uz'));
    const best = brotliCompressSync(text, params(11)).length;
    expect(best).toBeLessThan(brotliCompressSync(text, params(10)).length);
    const first = await get('/', { 'Accept-Encoding': 'br' });
    const later = await vi.waitFor(async () => {
      const reply = await get('/', { 'Accept-Encoding': 'br' });
      expect(reply.body.length).toBe(best);
      return reply;
    }, 10_000);
    expect(later.headers.etag).toBe(first.headers.etag);
    expect(brotliDecompressSync(later.body).equals(text)).toBe(true);
  });

  test('is not sent again to a browser that still has it', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const first = await get('/', headers);
    const tag = String(first.headers.etag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get('/', { ...headers, 'If-None-Match': known });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
      expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
      expect([again.headers.vary, again.headers['cache-control']]).toEqual(['Accept-Encoding', 'no-cache']);
    }
    expect((await get('/', { ...headers, 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await get('/', { 'If-None-Match': tag })).status).toBe(200);
    expect((await get('/?lang=en', { ...headers, 'If-None-Match': tag })).status).toBe(200);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const [full, head] = [await get('/terms'), await get('/terms', {}, 'HEAD')];
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' });
  });

  test.each([
    ['/?lang=uz', '/'],
    ['/terms?utm_source=a%20b&lang=fr', '/terms?utm_source=a%20b'],
    ['/index.html', '/'],
    ['/privacy/?lang=en', '/privacy?lang=en'],
  ])('under its other name %s leads to %s', async (path, location) => {
    const reply = await get(path);
    expect([reply.status, reply.headers.location, reply.body.length]).toEqual([301, location, 0]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'refuses %s and says what it takes',
    async (method) => {
      const reply = await get('/', {}, method);
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );
});

describe('what is kept how long', () => {
  test.each([
    ['/', 'no-cache'],
    ['/assets/main-abc123.js', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'public, max-age=86400'],
    ['/nowhere', 'no-cache'],
    ['/?lang=uz', 'no-cache'],
  ])('%s: %s', async (path, rule) => {
    expect((await get(path)).headers['cache-control']).toBe(rule);
  });
});

describe('an address that is none', () => {
  test.each([
    '/nowhere',
    '/404.html',
    '/index.en.html',
    '/500.html',
    '/site.json',
    '/_headers',
    '/vercel.json',
    '/.hidden',
  ])('%s gets the 404 page with its status, its type and no place in an index', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, headers['content-type'], headers['x-robots-tag']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'noindex',
    ]);
    expect(body.toString()).toBe(built('404', 'uz'));
  });

  test('gets the 404 page in the language asked for, never "not modified"', async () => {
    const reply = await get('/nowhere?lang=ru', { 'If-None-Match': '*' });
    expect([reply.status, reply.body.toString()]).toEqual([404, built('404', 'ru')]);
    expect((await get('/nowhere?lang=uz')).status).toBe(404);
  });

  test.each([
    '/%',
    '/%00',
    '/..%2f..%2fetc%2fpasswd',
    '/../../etc/passwd',
    '/\\..\\..\\',
    '//example.com/',
    'http://example.com/',
    '/\xff\xfe',
    `/?lang=${'x'.repeat(5000)}`,
    `/${'a/'.repeat(4000)}`,
    '/?lang=uz&x=\xff',
  ])('%.40j is answered calmly', async (target) => {
    const reply = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 (301|404|400) /);
    expect(said).toEqual([]);
  });
});

test('the paths of the API are left to it', async () => {
  for (const path of ['/rest/v1/contact_submissions', '/rest', '/rest/', '/healthz', '/healthz?verbose']) {
    for (const method of ['GET', 'POST', 'OPTIONS']) expect((await get(path, {}, method)).status).toBe(418);
  }
  expect((await get('/restaurant')).status).toBe(404);
});

describe('absolute addresses', () => {
  test('name SITE_URL, whatever host is asked', async () => {
    const { get, said } = await serve({ siteUrl: `${siteUrl}/` });
    expect((await get('/', { Host: 'evil.example' })).body.toString()).toBe(built('', 'uz'));
    expect((await get('/robots.txt')).body.toString()).toContain('Sitemap: https://example.uz/sitemap.xml');
    expect(said).toEqual([]);
  });

  test('name this machine when it is asked by its own name and SITE_URL is not set', async () => {
    const { get, port, said } = await serve();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]:8080']) {
      const { body, headers } = await get('/?lang=en', { Host: host });
      expect(body.toString()).toContain(`<link rel="canonical" href="http://${host}/?lang=en">`);
      expect(headers['cache-control']).toBe('private, no-cache');
      expect((await get('/sitemap.xml', { Host: host })).body.toString()).toContain(
        `<loc>http://${host}/</loc>`,
      );
    }
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('SITE_URL');
  });

  test('never repeat a host a stranger made up', async () => {
    const { get } = await serve();
    for (const host of [
      'evil.example',
      '10.9.8.7',
      'localhost.evil.example',
      'localhost:80"><script>',
      'localhost:999999',
    ]) {
      const { body, headers } = await get('/privacy', { Host: host });
      expect(body.toString()).toContain('<link rel="canonical" href="/privacy">');
      expect(body.toString()).not.toContain('evil');
      expect(headers['cache-control']).toBe('no-cache');
    }
    expect((await get('/robots.txt', { Host: 'evil.example' })).body.toString()).toBe(
      'User-agent: *\nAllow: /\n',
    );
    expect((await get('/sitemap.xml', { Host: 'evil.example' })).status).toBe(404);
    expect((await get('/llms.txt', { Host: 'evil.example' })).body.toString()).toBe('- [The page](/)\n');
  });

  test('are made for a few hosts only, however many are tried', async () => {
    const { get } = await serve();
    const own = async (port: number) =>
      (await get('/', { Host: `localhost:${port}` })).body.includes(`href="http://localhost:${port}/"`);
    const answers = [];
    for (let port = 1; port <= 12; port++) answers.push(await own(port));
    expect(answers.filter(Boolean)).toHaveLength(8);
    expect(await own(1)).toBe(true);
  });
});

describe('security headers', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  test.each([
    ['/', 200],
    ['/assets/main-abc123.js', 200],
    ['/favicon.svg', 200],
    ['/nowhere', 404],
    ['/?lang=uz', 301],
    ['POST /', 405],
  ])('are on %s (%i)', async (what, status) => {
    const [path, method] = what.split(' ').reverse() as [string, string?];
    const reply = await get(path, {}, method);
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
  });

  test('allow a page its own inline script and style, by hash, and nothing else inline', async () => {
    const csp = String((await get('/')).headers['content-security-policy']);
    expect(csp.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${hash(inlineScript)}`,
      `style-src 'self' ${hash(inlineStyle)}`,
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'upgrade-insecure-requests',
    ]);
  });

  test('say nothing of https on a site without it', async () => {
    const { get } = await serve({ siteUrl: 'http://example.uz' });
    const { headers } = await get('/');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  test('allow what the build says the page needs', async () => {
    const manifest = JSON.stringify({
      connect: ['https://project.supabase.co'],
      formAction: ['mailto:'],
      trustedTypes: ['site'],
    });
    const { get } = await serve({ siteUrl, distDir: writeDist({ ...exampleFiles, 'site.json': manifest }) });
    const csp = (await get('/')).headers['content-security-policy'];
    expect(csp).toContain("connect-src 'self' https://project.supabase.co;");
    expect(csp).toContain("form-action 'self' mailto:;");
    expect(csp).toContain('trusted-types site;');
  });
});

test('a fault is logged and answered with the error page', async () => {
  const { pages, get, server, said } = await serve({ siteUrl });
  server.prependListener('request', (request) => {
    Object.defineProperty(request, 'headers', {
      get() {
        throw new Error('out of order');
      },
    });
  });
  const { status, body } = await get('/');
  expect([status, body.toString()]).toEqual([500, exampleFiles['500.html']]);
  expect(said).toEqual(['A page could not be answered']);
  expect(pages.answer({ method: 'GET', target: '/', headers: {}, localAddress: undefined })?.status).toBe(
    200,
  );
});

test('without a built site the start says what to do', () => {
  const log = { warn() {}, error() {} };
  expect(() => createPages({ distDir: writeDist({}), log })).toThrow(
    /There is no built site in .*npm run build/,
  );
  expect(() => createPages({ distDir: '/nowhere/dist', log })).toThrow(
    /There is no built site in \/nowhere\/dist/,
  );
});
