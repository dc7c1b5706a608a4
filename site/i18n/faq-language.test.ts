import { expect, test } from 'vitest';
import en from '../../content/en.json';
import ru from '../../content/ru.json';
import uz from '../../content/uz.json';
import { faqLanguage } from './faq-language.ts';

test.each([
  ['uz', uz],
  ['en', en],
  ['ru', ru],
] as const)("the %s dictionary's own badge leads to its own language", (language, { hero }) => {
  expect(faqLanguage(hero.badge)).toBe(language);
});

test.each([
  'Konsultatsiyalar bepul',
  'BEPUL KONSULTATSIYA',
  'birinchi konsultatsiyangiz',
  'Maslahatimiz bepul',
])('the Uzbek word counts in any case and with any ending: %s', (badge) =>
  expect(faqLanguage(badge)).toBe('uz'),
);

test.each(['Консультация бесплатно', 'БЕСПЛАТНЫЕ КОНСУЛЬТАЦИИ', 'запишитесь на консультацию'])(
  'the Russian word counts in any case and with any ending: %s',
  (badge) => expect(faqLanguage(badge)).toBe('ru'),
);

test.each(['', 'First consultation is free', 'Consultations'])('anything else is English: "%s"', (badge) =>
  expect(faqLanguage(badge)).toBe('en'),
);
