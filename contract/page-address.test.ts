import { expect, test } from 'vitest';
import { pageAddress, pageFile } from './page-address.ts';

test.each([
  ['/', 'uz', '/', '/index.html'],
  ['/', 'en', '/?lang=en', '/index.en.html'],
  ['/privacy', 'uz', '/privacy', '/privacy.html'],
  ['/404', 'ru', '/404?lang=ru', '/404.ru.html'],
] as const)('the page %s in %s has the address %s and is the file %s', (path, language, address, file) => {
  expect(pageAddress(path, language)).toBe(address);
  expect(pageAddress(path, language, 'faq')).toBe(`${address}#faq`);
  expect(pageFile(path, language)).toBe(file);
});
