import { describe, expect, test } from 'vitest';
import { placeholderOrigin } from '../../contract/origin.ts';
import { page } from './example-dist.ts';
import { serve } from './example-server.ts';
import { ownOrigin } from './origin.ts';

const siteUrl = 'https://example.uz';

describe('absolute addresses', () => {
  test('name SITE_URL, whatever host is asked', async () => {
    const { get, said } = await serve({ siteUrl: `${siteUrl}/` });
    expect((await get('/', { Host: 'evil.example' })).body.toString()).toBe(
      page('', 'uz').replaceAll(placeholderOrigin, siteUrl),
    );
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
    for (const host of ['evil.example', '10.9.8.7', 'localhost.evil.example']) {
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

test('a host counts as our own only by its exact name', () => {
  expect(ownOrigin('192.168.0.5:3000', '::ffff:192.168.0.5')).toBe('http://192.168.0.5:3000');
  expect(ownOrigin('[fe80::1]', 'fe80::1')).toBe('http://[fe80::1]');
  for (const host of ['localhost:80"><script>', 'localhost:999999', 'LOCALHOST', '', undefined]) {
    expect(ownOrigin(host, '192.168.0.5')).toBeUndefined();
  }
  expect(ownOrigin('192.168.0.6', '192.168.0.5')).toBeUndefined();
});
