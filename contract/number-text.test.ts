import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

test('numbers have the separators of each language', () => {
  const numbers = [0, 999, 1000, 18_563, 1_234_567, 4.4];
  const textIn = (language: 'uz' | 'en' | 'ru') =>
    numbers
      .map((number) => numberText(number, language))
      .join(' | ')
      .replaceAll('\u00a0', ' ');
  expect(textIn('en')).toBe('0 | 999 | 1,000 | 18,563 | 1,234,567 | 4.4');
  expect(textIn('uz')).toBe('0 | 999 | 1 000 | 18 563 | 1 234 567 | 4,4');
  expect(textIn('ru')).toBe(textIn('uz'));
});
