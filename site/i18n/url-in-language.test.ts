import { expect, test } from 'vitest';
import { urlInLanguage } from './url-in-language.ts';

const site = 'https://example.com';

test.each([
  ['/?lang=ru', 'uz', '/'],
  ['/?lang=en&lang=xx', 'ru', '/?lang=ru'],
  ['/?utm_source=telegram&lang=en#faq', 'uz', '/?utm_source=telegram#faq'],
  ['/no/such/page', 'en', '/no/such/page?lang=en'],
  ['//evil.example/x', 'en', '//evil.example/x?lang=en'],
] as const)('%s in %s is %s', (address, language, expected) => {
  expect(urlInLanguage(site + address, language)).toBe(site + expected);
});
