import { describe, expect, test } from 'vitest';
import { exampleFiles, page } from '#tests/example-dist.ts';
import { serve } from '#tests/example-server.ts';
import { siteFile } from './dist.ts';

const siteUrl = 'https://example.uz';
const { get } = await serve({ siteUrl });

describe('a page', () => {
  test.each([
    ['/', '', 'uz'],
    ['/?lang=en', '', 'en'],
    ['/?utm_source=telegram&lang=ru', '', 'ru'],
    ['/privacy', 'privacy', 'uz'],
    ['/terms?lang=ru', 'terms', 'ru'],
  ])('%s is sent in its language', async (path, name, language) => {
    const reply = await get(path);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.body.toString()).toBe(page(name, language));
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const [full, head] = [await get('/terms'), await get('/terms', {}, 'HEAD')];
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'refuses %s and names the allowed methods',
    async (method) => {
      const reply = await get('/', {}, method);
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );
});

describe('Cache-Control', () => {
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

describe('an unknown address', () => {
  test.each(['/nowhere', '/404.html', '/500', '/500.html', '/prerender/render-for-server.js'])(
    '%s gets the 404 page, which stays out of search results',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect([status, headers['x-robots-tag'], body.toString()]).toEqual([404, 'noindex', page('404', 'uz')]);
    },
  );

  test('gets the 404 page in the requested language, never 304', async () => {
    const reply = await get('/nowhere?lang=ru', { 'If-None-Match': '*' });
    expect([reply.status, reply.body.toString()]).toEqual([404, page('404', 'ru')]);
    expect((await get('/nowhere?lang=uz')).status).toBe(404);
  });
});

test('pages of the last three versions still get their texts, those of earlier ones do not', async () => {
  const { get, pages } = await serve({ siteUrl });
  for (let version = 1; version <= 6; version++)
    pages.replaceFiles([
      await siteFile('/index.html', `version ${version}`),
      await siteFile(`/texts-${version}.json`, '{}'),
    ]);
  expect((await get('/')).body.toString()).toBe('version 6');
  const statuses = [1, 2, 3, 4, 5, 6].map(async (version) => (await get(`/texts-${version}.json`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200, 200, 200]);
});

test('an unexpected error is logged and answered with the error page', async () => {
  const { get, server, logged } = await serve({ siteUrl });
  server.prependListener('request', (request) => {
    Object.defineProperty(request.headers, 'accept-encoding', {
      get() {
        throw new Error('out of order');
      },
    });
  });
  const { status, body } = await get('/');
  expect([status, body.toString()]).toEqual([500, exampleFiles['500.html']]);
  expect(logged).toEqual(['Could not serve a page']);
});

test('the start fails without a built site and says what to do', async () => {
  await expect(serve({ distDir: '/nowhere/dist' })).rejects.toThrow(
    /There is no built site in \/nowhere\/dist.*npm run build/,
  );
});
