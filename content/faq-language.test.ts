import { expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { defaultContent } from './default-content.ts';
import { faqLanguage } from './faq-language.ts';

test.each(languageCodes)('with the hero’s badge in %s, the FAQ is in the same language', (language) => {
  expect(faqLanguage(defaultContent.texts[language].hero.badge)).toBe(language);
});

test.each([
  ['BEPUL KONSULTATSIYA', 'uz'],
  ['Maslahatimiz bepul', 'uz'],
  ['запишитесь на консультацию', 'ru'],
  ['Consultations', 'en'],
  ['', 'en'],
] as const)('with the badge "%s" the FAQ is in %s', (badge, language) => {
  expect(faqLanguage(badge)).toBe(language);
});
