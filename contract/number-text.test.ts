import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

test('numbers have the separators of each language', () => {
  const numbers = [0, 7, 999, 1000, 18_563, 1_234_567, 4.4];
  expect(numbers.map((number) => numberText(number, 'en'))).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '18,563',
    '1,234,567',
    '4.4',
  ]);
  for (const language of ['uz', 'ru'] as const)
    expect(numbers.map((number) => numberText(number, language).replaceAll('\u00a0', ' '))).toEqual([
      '0',
      '7',
      '999',
      '1 000',
      '18 563',
      '1 234 567',
      '4,4',
    ]);
});
