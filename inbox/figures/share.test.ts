import { expect, test } from 'vitest';
import { shareText } from './share.ts';

test.each([
  [0, 400, '0%'],
  [1, 5000, '0.1%'],
  [18, 412, '4.4%'],
  [1, 20, '5%'],
  [120, 412, '29%'],
  [412, 412, '100%'],
])('%i of %i are %s', (part, whole, text) => {
  expect(shareText(part, whole, 'en')).toBe(text);
});

test('a share is written as each language writes it', () => {
  expect(shareText(18, 412, 'uz')).toBe('4,4\u00a0%');
  expect(shareText(18, 412, 'ru')).toBe('4,4\u00a0%');
});

test('of few there is no share, nor of less than the part', () => {
  expect(shareText(2, 19, 'en')).toBeNull();
  expect(shareText(0, 0, 'en')).toBeNull();
  expect(shareText(30, 25, 'en')).toBeNull();
});
