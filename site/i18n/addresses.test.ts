import { expect, test } from 'vitest';
import { inLanguage, localAddress } from './addresses.ts';

test.each([
  ['/', 'uz', '', '/'],
  ['/', 'en', '', '/?lang=en'],
  ['/', 'ru', 'faq', '/?lang=ru#faq'],
  ['/', 'uz', 'aloqa', '/#aloqa'],
  ['/privacy', 'uz', '', '/privacy'],
] as const)('the address of %s in %s at "%s" is %4$s', (path, language, anchor, address) => {
  expect(localAddress(path, language, anchor)).toBe(address);
});

test.each([
  ['/?lang=ru', 'en', '/?lang=en'],
  ['/?lang=ru', 'uz', '/'],
  ['/?lang=en&lang=xx', 'ru', '/?lang=ru'],
  ['/?utm_source=telegram&lang=en#faq', 'uz', '/?utm_source=telegram#faq'],
  ['/no/such/page', 'en', '/no/such/page?lang=en'],
] as const)('%s in %s is %s', (address, language, expected) => {
  expect(inLanguage(new URL(address, 'https://example.com'), language)).toBe(expected);
});
