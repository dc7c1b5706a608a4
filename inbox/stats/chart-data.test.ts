import { expect, test } from 'vitest';
import { countUncounted, niceTop, weeksOf } from './chart-data.ts';

test('a scale ends at a round number that is not below the maximum', () => {
  expect([0, 1, 3, 11, 17, 95, 161].map(niceTop)).toEqual([2, 2, 4, 12, 20, 100, 200]);
});

test('weeks end today, keep all visits and leads, and are named after their first day', () => {
  const days = Array.from({ length: 9 }, (_, index) => ({
    day: `2026-11-0${index + 1}`,
    visits: 10 * index,
    leads: index + 1,
    clients: index % 2,
  }));
  expect(weeksOf(days)).toEqual([
    { day: '2026-11-01', visits: 10, leads: 3, clients: 1 },
    { day: '2026-11-03', visits: 350, leads: 42, clients: 3 },
  ]);
});

test('a column is uncounted when it ends before the first counted day', () => {
  const columns = ['2026-11-01', '2026-11-08', '2026-11-15'].map((day) => ({ day }));
  const counted = ['2026-10-01', '2026-11-01', '2026-11-07', '2026-11-08', '2026-11-16', null];
  expect(counted.map((day) => countUncounted(columns, day))).toEqual([0, 0, 0, 1, 2, 0]);
});
