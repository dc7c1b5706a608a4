import { expect, test } from 'vitest';
import { niceTop, weeksOf } from './scale.ts';

test('a scale ends at a round number that is not below the most', () => {
  expect([0, 1, 3, 11, 17, 95, 161].map(niceTop)).toEqual([2, 2, 4, 12, 20, 100, 200]);
});

test('weeks end today, lose no lead, and are named after their first day', () => {
  const days = Array.from({ length: 9 }, (_, index) => ({
    day: `2026-11-0${index + 1}`,
    leads: index + 1,
    clients: index % 2,
  }));
  expect(weeksOf(days)).toEqual([
    { day: '2026-11-01', leads: 3, clients: 1 },
    { day: '2026-11-03', leads: 42, clients: 3 },
  ]);
});
