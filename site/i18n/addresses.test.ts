import { describe, expect, test } from 'vitest';
import { inLanguage, localAddress } from './addresses.ts';

describe('the address of a page', () => {
  test.each([
    ['/', 'uz', '', '/'],
    ['/', 'en', '', '/?lang=en'],
    ['/', 'ru', 'faq', '/?lang=ru#faq'],
    ['/', 'uz', 'aloqa', '/#aloqa'],
    ['/privacy', 'uz', '', '/privacy'],
    ['/terms', 'en', '', '/terms?lang=en'],
  ] as const)('%s in %s at "%s" is %4$s', (path, language, anchor, address) => {
    expect(localAddress(path, language, anchor)).toBe(address);
  });
});

describe('the same address in another language', () => {
  const moved = (address: string, language: 'uz' | 'en' | 'ru') =>
    inLanguage(new URL(address, 'https://example.com'), language);

  test('gets the language as a parameter, or loses it for the default one', () => {
    expect(moved('/', 'ru')).toBe('/?lang=ru');
    expect(moved('/?lang=ru', 'en')).toBe('/?lang=en');
    expect(moved('/?lang=ru', 'uz')).toBe('/');
  });

  test('keeps the anchor and where the visitor came from', () => {
    expect(moved('/privacy?utm_source=telegram&lang=en#contact', 'ru')).toBe(
      '/privacy?utm_source=telegram&lang=ru#contact',
    );
    expect(moved('/?lang=en&utm_source=telegram#faq', 'uz')).toBe('/?utm_source=telegram#faq');
  });

  test('ends with one language however many the address named', () => {
    expect(moved('/?lang=en&lang=xx', 'ru')).toBe('/?lang=ru');
  });

  test('stays on the path it was', () => {
    expect(moved('/no/such/page', 'en')).toBe('/no/such/page?lang=en');
  });
});
