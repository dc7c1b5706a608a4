import { describe, expect, test } from 'vitest';
import { en } from '#content/inbox/en.ts';
import { uz } from '#content/inbox/uz.ts';
import { languageCodes } from './languages.ts';
import { hoursText, momentText } from './time-text.ts';

describe('a moment', () => {
  const time = new Date('2026-11-16T04:05:00Z');

  test('is written as usual in each language, in Tashkent time', () => {
    const written = languageCodes.map((language) => momentText(time, language, '2026-12-01'));
    expect(written).toEqual(['16-noyabr, 09:05', 'November 16, 09:05', '16 ноября, 09:05']);
  });

  test('of another year includes the year', () => {
    const written = languageCodes.map((language) => momentText(time, language, '2027-01-01'));
    expect(written).toEqual([
      '2026-yil 16-noyabr, 09:05',
      'November 16, 2026, 09:05',
      '16 ноября 2026 года, 09:05',
    ]);
  });

  test('after midnight in Tashkent is on the new day', () => {
    expect(momentText(new Date('2026-12-31T20:30:00Z'), 'uz', '2027-01-01')).toBe('1-yanvar, 01:30');
  });
});

test('a duration is written in minutes, hours or days', () => {
  const texts = [null, 0.01, 0.5, 2.44, 47.9, 80].map((hours) => hoursText(hours, 'en', en.stats));
  expect(texts).toEqual(['–', '1 min', '30 min', '2.4 h', '47.9 h', '3 d']);
  expect(hoursText(2.44, 'uz', uz.stats)).toBe('2,4 soat');
});
