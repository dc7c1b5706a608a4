import { expect, test } from 'vitest';
import { sitemap } from './sitemap.ts';

const entries = [...sitemap().matchAll(/<url>(.*?)<\/url>/g)].map(([, entry = '']) => ({
  address: /<loc>([^<]+)/.exec(entry)?.[1],
  languages: [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, code, href]) => [code, href]),
}));

test('three pages in three languages are listed, each once', () => {
  expect(new Set(entries.map(({ address }) => address)).size).toBe(9);
  expect(entries).toHaveLength(9);
});

test('every entry names itself among its languages, and the entries of one page name the same', () => {
  for (const { address, languages } of entries) {
    expect(languages.map(([code]) => code)).toEqual(['uz', 'en', 'ru', 'x-default']);
    expect(languages.map(([, href]) => href)).toContain(address);
    const siblings = entries.filter((entry) => languages.some(([, href]) => href === entry.address));
    expect(siblings).toHaveLength(3);
    for (const sibling of siblings) expect(sibling.languages).toEqual(languages);
  }
});
