import { expect, test } from 'vitest';
import { languageCodes } from '../contract/languages.ts';
import { defaultContent } from './default-content.ts';
import { faqLanguage } from './faq-language.ts';

test.each(languageCodes)("the badge of the %s dictionary leads to the dictionary's language", (language) => {
  expect(faqLanguage(defaultContent.texts[language].hero.badge)).toBe(language);
});

test.each([
  ['BEPUL KONSULTATSIYA', 'uz'],
  ['Maslahatimiz bepul', 'uz'],
  ['запишитесь на консультацию', 'ru'],
  ['Consultations', 'en'],
  ['', 'en'],
] as const)('the badge "%s" leads to %s', (badge, language) => {
  expect(faqLanguage(badge)).toBe(language);
});
