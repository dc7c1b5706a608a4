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
  test('without a parameter is in the default language', () => {
    expect(addressOf('/')).toBe('/');
    expect(addressOf('/terms')).toBe('/terms');
  });

  test('with a parameter is in that language', () => {
    expect(addressOf('/?lang=en')).toBe('/?lang=en');
    expect(addressOf('/privacy?utm_source=telegram&lang=ru')).toBe('/privacy?lang=ru');
  });

  test.each([
    ['/?lang=uz', '/'],
    ['/?lang=', '/'],
    ['/?lang=EN', '/'],
    ['/?lang=uz&lang=en', '/'],
    ['/privacy?lang=de&utm_source=a%20b&utm_medium=c', '/privacy?utm_source=a%20b&utm_medium=c'],
  ])('%s redirects to %s, because the parameter names the default language or none', (asked, canonical) => {
    expect(redirected(asked)).toBe(canonical);
  });

  test.each([
    ['/index.html', '/'],
    ['/privacy/', '/privacy'],
    ['/privacy.html', '/privacy'],
    ['/terms/?lang=en&utm_source=x', '/terms?lang=en&utm_source=x'],
    ['/terms/?lang=xx', '/terms'],
  ])('%s, another name of a page, redirects to %s in one step', (asked, canonical) => {
    expect(redirected(asked)).toBe(canonical);
  });

  test('never redirects to unprintable characters', () => {
    expect(redirected('/?lang=uz&a=\u00ff\u0001')).toBe('/');
    expect(redirected('/privacy/?a=b\r\nSet-Cookie:x')).toBe('/privacy');
  });
});

describe('any other address', () => {
  test('has a 404 page in the language of the parameter, without a redirect', () => {
    expect(to('/nowhere?lang=ru')).toEqual({ address: '/nowhere', notFound: '/404?lang=ru' });
    expect(to('/nowhere?lang=uz')).toEqual({ address: '/nowhere', notFound: '/404' });
  });
});
