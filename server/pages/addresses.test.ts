import { describe, expect, test } from 'vitest';
import { destination, fileOf } from './addresses.ts';

const site = { pages: ['/', '/privacy', '/terms'], languages: ['en', 'ru'] };
const to = (target: string) => destination(target, site);
const redirected = (target: string) => {
  const result = to(target);
  return result.kind === 'redirect' ? result.location : result.kind;
};

describe('the address of a page', () => {
  test('is in the default language without a parameter', () => {
    expect(to('/')).toEqual({ kind: 'page', path: '/', language: undefined });
    expect(to('/terms')).toEqual({ kind: 'page', path: '/terms', language: undefined });
  });

  test('is in the language it names', () => {
    expect(to('/?lang=en')).toEqual({ kind: 'page', path: '/', language: 'en' });
    expect(to('/privacy?utm_source=telegram&lang=ru')).toEqual({
      kind: 'page',
      path: '/privacy',
      language: 'ru',
    });
  });

  test('counts the first of several languages', () => {
    expect(to('/?lang=en&lang=ru')).toEqual({ kind: 'page', path: '/', language: 'en' });
  });

  test.each([
    ['/?lang=uz', '/'],
    ['/?lang=', '/'],
    ['/?lang', '/'],
    ['/?lang=EN', '/'],
    ['/?lang=%65n', '/'],
    ['/?lang=uz&lang=en', '/'],
    ['/privacy?lang=de&utm_source=a%20b&utm_medium=c', '/privacy?utm_source=a%20b&utm_medium=c'],
  ])('%s does not name a language of its own and leads to %s', (asked, canonical) => {
    expect(redirected(asked)).toBe(canonical);
  });

  test.each([
    ['/index.html', '/'],
    ['/privacy/', '/privacy'],
    ['/privacy.html', '/privacy'],
    ['/terms/?lang=en&utm_source=x', '/terms?lang=en&utm_source=x'],
    ['/terms/?lang=xx', '/terms'],
  ])('%s is another name and leads to %s in one step', (asked, canonical) => {
    expect(redirected(asked)).toBe(canonical);
  });

  test('every redirect leads to a page, not to another redirect', () => {
    for (const target of [
      '/?lang=uz',
      '/terms/?lang=&a=b',
      '/index.html?lang=lang',
      '/?lang=uz&lang&a=lang',
    ]) {
      expect(to(redirected(target)).kind).toBe('page');
    }
  });

  test('carries nothing unprintable into a redirect', () => {
    expect(redirected('/?lang=uz&a=\u00ff\u0001')).toBe('/');
    expect(redirected('/privacy/?a=b\r\nSet-Cookie:x')).toBe('/privacy');
  });
});

describe('any other address', () => {
  test.each([
    '//evil.example/',
    '/privacy//',
    '/%70rivacy',
    '/../index.html',
    '/..%2findex.html',
    '\\',
    '/index.en.html',
    '*',
    '',
    'http://evil.example/',
    '/%',
    '/\u0000',
  ])('%j is not a page', (target) => {
    expect(to(target).kind).toBe('other');
  });

  test('names a language for the 404 page, without a redirect', () => {
    expect(to('/nowhere?lang=ru')).toEqual({ kind: 'other', path: '/nowhere', language: 'ru' });
    expect(to('/nowhere?lang=uz')).toEqual({ kind: 'other', path: '/nowhere', language: undefined });
  });
});

test('a page lives in one file per language', () => {
  expect([fileOf('/'), fileOf('/', 'en'), fileOf('/privacy'), fileOf('/404', 'ru')]).toEqual([
    '/index.html',
    '/index.en.html',
    '/privacy.html',
    '/404.ru.html',
  ]);
});
