import { expect, test } from 'vitest';
import { ageText } from './time.ts';
import { dictionaries } from './words.ts';

const now = Date.parse('2026-11-16T10:00:00Z');
const uz = { language: 'uz', words: dictionaries.uz } as const;

test.each([
  ['2026-11-16T09:59:30Z', 'hozirgina'],
  ['2026-11-16T09:15:00Z', '45 daq'],
  ['2026-11-16T05:00:00Z', '5 soat'],
  ['2026-11-15T18:00:00Z', 'kecha'],
  ['2026-11-13T18:00:00Z', '13-noyabr'],
  // A phone whose clock is behind.
  ['2026-11-16T10:20:00Z', 'hozirgina'],
])('the age of a lead from %s is shown as %s', (iso, age) => {
  expect(ageText(iso, uz, now)).toBe(age);
});
