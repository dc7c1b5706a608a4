import { expect, test } from 'vitest';
import { beforeCounting, shareText } from './share.ts';

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

test('a share is written by the rules of its language', () => {
  expect(shareText(18, 412, 'uz')).toBe('4,4\u00a0%');
  expect(shareText(18, 412, 'ru')).toBe('4,4\u00a0%');
});

test('there is no share when the whole is below 20 or smaller than the part', () => {
  expect(shareText(2, 19, 'en')).toBeNull();
  expect(shareText(0, 0, 'en')).toBeNull();
  expect(shareText(30, 25, 'en')).toBeNull();
});

test('a period may have days and leads from before visits were counted', () => {
  const days = ['2026-11-14', '2026-11-15', '2026-11-16'].map((day, index) => ({
    day,
    visits: 0,
    leads: index === 0 ? 1 : 0,
    clients: 0,
  }));
  const found = ['2026-11-13', '2026-11-14', '2026-11-15', null].map((countedSince) =>
    beforeCounting({ days, countedSince }),
  );
  expect(found).toEqual([
    { days: false, leads: false },
    { days: false, leads: false },
    { days: true, leads: true },
    { days: false, leads: false },
  ]);
  expect(beforeCounting({ days: days.slice(1), countedSince: '2026-11-16' })).toEqual({
    days: true,
    leads: false,
  });
});
