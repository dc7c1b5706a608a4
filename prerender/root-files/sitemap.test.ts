import { expect, test } from 'vitest';
import { sitemap } from './sitemap.ts';

test('three pages in three languages are listed once, each with all languages of the page', () => {
  const entries = [...sitemap('https://example.uz').matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)];
  expect(new Set(entries.map(([, address]) => address)).size).toBe(9);
  expect(entries).toHaveLength(9);
  for (const [, address, links = ''] of entries) {
    const alternates = [...links.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)];
    expect(alternates.map(([, code]) => code)).toEqual(['uz', 'en', 'ru', 'x-default']);
    expect(alternates.map(([, , href]) => href)).toContain(address);
  }
});
