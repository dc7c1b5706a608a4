import { describe, expect, test } from 'vitest';
import { ageText, dayText, firstOfDays, hoursText, momentText, tashkentDay } from './time.ts';
import { dictionaries } from './words.ts';

const now = Date.parse('2026-11-16T10:00:00Z');
const uz = { language: 'uz', words: dictionaries.uz } as const;

test('a day ends at midnight in Tashkent, wherever the phone is', () => {
  expect(tashkentDay(Date.parse('2026-11-15T18:59:59Z'))).toBe('2026-11-15');
  expect(tashkentDay(Date.parse('2026-11-15T19:00:00Z'))).toBe('2026-11-16');
});

test('the last seven days are today and the six before it', () => {
  expect(firstOfDays(1, now)).toBe('2026-11-16');
  expect(firstOfDays(7, now)).toBe('2026-11-10');
});

describe('a moment', () => {
  test('is written as each language writes it, in the time of Tashkent', () => {
    const written = (['uz', 'en', 'ru'] as const).map((language) =>
      momentText('2026-11-16T04:05:00Z', language, now),
    );
    expect(written).toEqual(['16-noyabr, 09:05', 'November 16, 09:05', '16 ноября, 09:05']);
  });

  test('of another year names the year', () => {
    expect(dayText('2025-12-31', 'en', now)).toBe('December 31, 2025');
  });
});

test.each([
  ['2026-11-16T09:59:30Z', 'hozir'],
  ['2026-11-16T09:15:00Z', '45 daq'],
  ['2026-11-16T05:00:00Z', '5 soat'],
  ['2026-11-15T18:00:00Z', 'kecha'],
  ['2026-11-13T18:00:00Z', '13-noyabr'],
  // A phone whose clock is behind.
  ['2026-11-16T10:20:00Z', 'hozir'],
])('a lead of %s came %s', (iso, age) => {
  expect(ageText(iso, uz, now)).toBe(age);
});

test('the time to the first contact is told in the unit that fits', () => {
  const en = { language: 'en', words: dictionaries.en } as const;
  const told = [null, 0.01, 0.5, 2.44, 47.9, 80].map((hours) => hoursText(hours, en));
  expect(told).toEqual(['–', '1 min', '30 min', '2.4 h', '47.9 h', '3 d']);
  expect(hoursText(2.44, uz)).toBe('2,4 soat');
});
