import { expect, test } from 'vitest';
import { speechIn } from './speech.ts';

test('Uzbek is spoken unless another language was chosen', () => {
  expect(speechIn().moment(new Date('2026-11-16T04:05:00Z'), '2026-12-01')).toBe('16-noyabr, 09:05');
});
