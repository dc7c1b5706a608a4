import { expect, test } from 'vitest';
import { deadlines } from '#content/facts.ts';
import { deadlinesAhead } from './deadlines.ts';

const dayMs = 24 * 3_600_000;
const { month, day } = deadlines.fallDeadline;
const date = new Date(Date.UTC(2026, month - 1, day)).toISOString().slice(0, 10);
const before = (days: number) => new Date(Date.parse(date) - days * dayMs).toISOString().slice(0, 10);

test.each([30, 7, 1])(
  'a last day to apply is announced %i days ahead, with every deadline of that day',
  (days) => {
    const names = Object.entries(deadlines)
      .filter(([, each]) => each.month === month && each.day === day)
      .map(([name]) => name);
    expect(deadlinesAhead(deadlines, before(days))).toContainEqual({ date, days, names });
  },
);

test.each([31, 29, 8, 6, 2, 0, -1])('and not %i days ahead', (days) => {
  expect(deadlinesAhead(deadlines, before(days)).map(({ date }) => date)).not.toContain(date);
});
