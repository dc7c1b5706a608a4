import { describe, expect, test } from 'vitest';
import { placeholderOrigin } from '../../contract/origin.ts';
import { page } from '../../tests/example-dist.ts';
import { serve } from '../../tests/example-server.ts';

const siteUrl = 'https://example.uz';
const anyHost = ['localhost:3000', '127.0.0.1', 'evil.example', 'localhost.evil.example', '1.2.3.4', '[::1]'];

describe('with SITE_URL', () => {
  test('absolute addresses name it, whatever host is asked', async () => {
    const { get, said } = await serve({ siteUrl });
    for (const host of anyHost) {
      const { body, headers } = await get('/', { Host: host });
      expect(body.toString()).toBe(page('', 'uz').replaceAll(placeholderOrigin, siteUrl));
      expect(headers['cache-control']).toBe('no-cache');
    }
    expect((await get('/robots.txt')).body.toString()).toContain('Sitemap: https://example.uz/sitemap.xml');
    expect(said).toEqual([]);
  });
});

describe('without SITE_URL', () => {
  test('every host gets the same page: no canonical address, the others relative to the root', async () => {
    const { get } = await serve();
    const answers = [];
    for (const host of anyHost) answers.push((await get('/privacy', { Host: host })).body.toString());
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toContain('canonical');
    expect(answers[0]).toContain('{"url":"/"}');
    expect(answers[0]).toContain('<title>privacy uz</title>');
    expect(answers[0]).not.toContain(placeholderOrigin);
  });

  test('there is no sitemap, and robots.txt names none', async () => {
    const { get } = await serve();
    expect((await get('/robots.txt')).body.toString()).toBe('User-agent: *\nAllow: /\n');
    expect((await get('/sitemap.xml')).status).toBe(404);
    expect((await get('/llms.txt')).body.toString()).toBe('- [The page](/)\n');
  });

  test('the start asks for it', async () => {
    const { said } = await serve();
    expect(said).toEqual([expect.stringContaining('SITE_URL is not set')]);
  });
});
