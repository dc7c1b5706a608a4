import { expect, test } from 'vitest';
import { deadlines } from '../../content/facts.ts';
import { deadlinesAhead } from './deadlines.ts';

const dayMs = 24 * 3_600_000;
const namesOn = (month: number, day: number) =>
  Object.entries(deadlines)
    .filter(([, date]) => date.month === month && date.day === day)
    .map(([name]) => name);
const before = (year: number, days: number) => {
  const { month, day } = deadlines.fallDeadline;
  return new Date(Date.UTC(year, month - 1, day) - days * dayMs).toISOString().slice(0, 10);
};

test.each([30, 7, 1])('a last day to apply is told %i days ahead, with all that ends on it', (days) => {
  const { month, day } = deadlines.fallDeadline;
  const date = before(2026, 0);
  expect(deadlinesAhead(before(2026, days))).toContainEqual({ date, days, names: namesOn(month, day) });
});

test.each([31, 29, 8, 6, 2, 0, -1])('and not %i days ahead', (days) => {
  const dates = deadlinesAhead(before(2026, days)).map(({ date }) => date);
  expect(dates).not.toContain(before(2026, 0));
});

test('after the last of a year comes the first of the next, whose leap day counts', () => {
  const all = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(2027, 11, 1) + i * dayMs));
  const told = all.flatMap((day) => deadlinesAhead(day.toISOString().slice(0, 10)));
  const dates = new Set(Object.values(deadlines).map(({ month, day }) => `${month}-${day}`));
  expect(told).toHaveLength(3 * dates.size);
  expect(new Set(told.map(({ date }) => date.slice(0, 4)))).toEqual(new Set(['2028']));
});
