import { expect, test } from 'vitest';
import { deadlines } from '../../../content/facts.ts';
import { datesOfTheYear, nextDate } from './deadline-dates.ts';

const dates = datesOfTheYear({
  springDeadline: { month: 10, day: 30 },
  fallDeadline: { month: 11, day: 30 },
  fallHighGrantDeadline: { month: 10, day: 30 },
  masterSpringDeadline: { month: 9, day: 30 },
});

test('the dates stand in the order of the year, each once and with all that ends on it', () => {
  expect(dates).toEqual([
    { month: 9, day: 30, names: ['masterSpringDeadline'] },
    { month: 10, day: 30, names: ['springDeadline', 'fallHighGrantDeadline'] },
    { month: 11, day: 30, names: ['fallDeadline'] },
  ]);
});

test('every deadline of the provider stands at one of them', () => {
  const named = datesOfTheYear(deadlines).flatMap(({ names }) => names);
  expect(named.sort()).toEqual(Object.keys(deadlines).sort());
});

test.each([
  ['in spring', '2027-03-01T12:00:00+05:00', 0],
  ['on the day itself, until midnight', '2026-10-30T23:59:59+05:00', 1],
  ['a second later', '2026-10-31T00:00:00+05:00', 2],
  ['when the day is over in Tashkent and not yet in Greenwich', '2026-09-30T19:30:00Z', 1],
  ['after the last one of the year', '2026-12-01T00:00:00+05:00', 0],
  ["on New Year's Eve", '2026-12-31T23:59:59+05:00', 0],
  ["on New Year's Day", '2027-01-01T00:00:00+05:00', 0],
])('the next date %s', (_, now, expected) => {
  expect(nextDate(dates, Date.parse(now))).toBe(expected);
});
