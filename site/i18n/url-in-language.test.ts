import { expect, test } from 'vitest';
import { urlInLanguage } from './url-in-language.ts';

test.each([
  ['/?lang=ru', 'uz', '/'],
  ['/?lang=en&lang=xx', 'ru', '/?lang=ru'],
  ['/?utm_source=telegram&lang=en#faq', 'uz', '/?utm_source=telegram#faq'],
  ['/no/such/page', 'en', '/no/such/page?lang=en'],
] as const)('%s in %s is %s', (address, language, expected) => {
  expect(urlInLanguage(new URL(address, 'https://example.com'), language)).toBe(expected);
});
