import { describe, expect, test } from 'vitest';
import { destination } from './addresses.ts';

const pages = ['/', '/privacy', '/terms'];
const to = (target: string) => destination(target, pages);
const addressOf = (target: string) => {
  const result = to(target);
  return 'address' in result && result.address;
};
const redirected = (target: string) => {
  const result = to(target);
  return 'location' in result ? result.location : '';
};

describe('the address of a page', () => {
  test('is in the default language without a parameter', () => {
    expect(addressOf('/')).toBe('/');
    expect(addressOf('/terms')).toBe('/terms');
  });

  test('is in the language it names', () => {
    expect(addressOf('/?lang=en')).toBe('/?lang=en');
    expect(addressOf('/privacy?utm_source=telegram&lang=ru')).toBe('/privacy?lang=ru');
  });

  test.each([
    ['/?lang=uz', '/'],
    ['/?lang=', '/'],
    ['/?lang=EN', '/'],
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

  test('carries nothing unprintable into a redirect', () => {
    expect(redirected('/?lang=uz&a=\u00ff\u0001')).toBe('/');
    expect(redirected('/privacy/?a=b\r\nSet-Cookie:x')).toBe('/privacy');
  });
});

describe('any other address', () => {
  test.each(['//evil.example/', '/%70rivacy', '/../index.html', '\\', '/index.en.html', '*', '', '/\u0000'])(
    '%j is not a page',
    (target) => {
      expect(pages).not.toContain(addressOf(target));
      expect(redirected(target)).toBe('');
    },
  );

  test('names a language for the 404 page, without a redirect', () => {
    expect(to('/nowhere?lang=ru')).toEqual({ address: '/nowhere', notFound: '/404?lang=ru' });
    expect(to('/nowhere?lang=uz')).toEqual({ address: '/nowhere', notFound: '/404' });
  });
});
