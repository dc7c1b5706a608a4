import { expect, test } from 'vitest';
import { placeholderOrigin, withOrigin } from './origin.ts';

const page = `<title>A page</title><link rel="canonical" href="${placeholderOrigin}/privacy"><a href="${placeholderOrigin}/">`;
const robots = `User-agent: *\nAllow: /\nSitemap: ${placeholderOrigin}/sitemap.xml\n`;

test('with SITE_URL, absolute URLs begin with it', () => {
  const filled = withOrigin('index.html', page, 'https://example.uz');
  expect(filled).toContain('<link rel="canonical" href="https://example.uz/privacy">');
  expect(withOrigin('robots.txt', robots, 'https://example.uz')).toContain(
    'Sitemap: https://example.uz/sitemap.xml',
  );
});

test('without SITE_URL there is no canonical URL and no sitemap, and links are relative', () => {
  expect(withOrigin('index.html', page, undefined)).toBe('<title>A page</title><a href="/">');
  expect(withOrigin('robots.txt', robots, undefined)).toBe('User-agent: *\nAllow: /\n');
  expect(withOrigin('sitemap.xml', `<loc>${placeholderOrigin}/</loc>`, undefined)).toBeUndefined();
});
