import { expect, test } from 'vitest';
import { sitemap } from './sitemap.ts';

const entries = [...sitemap().matchAll(/<url>(.*?)<\/url>/g)].map(([, entry = '']) => ({
  address: /<loc>([^<]+)/.exec(entry)?.[1],
  languages: [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, code, href]) => [code, href]),
}));

test('three pages in three languages are listed once', () => {
  expect(new Set(entries.map(({ address }) => address)).size).toBe(9);
  expect(entries).toHaveLength(9);
});

test('every entry lists all languages of its page, including its own', () => {
  for (const { address, languages } of entries) {
    expect(languages.map(([code]) => code)).toEqual(['uz', 'en', 'ru', 'x-default']);
    expect(languages.map(([, href]) => href)).toContain(address);
  }
});
