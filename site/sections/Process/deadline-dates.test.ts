import { expect, test } from 'vitest';
import { datesOfTheYear, nextDate } from './deadline-dates.ts';

const dates = datesOfTheYear({
  springDeadline: { month: 10, day: 30 },
  fallDeadline: { month: 11, day: 30 },
  fallHighGrantDeadline: { month: 10, day: 30 },
  masterSpringDeadline: { month: 9, day: 30 },
});

test('dates are in the order of the year, each once with all its deadlines', () => {
  expect(dates).toEqual([
    { month: 9, day: 30, names: ['masterSpringDeadline'] },
    { month: 10, day: 30, names: ['springDeadline', 'fallHighGrantDeadline'] },
    { month: 11, day: 30, names: ['fallDeadline'] },
  ]);
});

test.each([
  ['in spring', '2027-03-01T12:00:00+05:00', 0],
  ['on the day itself, until midnight', '2026-10-30T23:59:59+05:00', 1],
  ['a second after it', '2026-10-31T00:00:00+05:00', 2],
  ['when the day is over in Tashkent but not in UTC', '2026-09-30T19:30:00Z', 1],
  ['after the last one of the year', '2026-12-01T00:00:00+05:00', 0],
])('the next date %s', (_, now, expected) => {
  expect(nextDate(dates, Date.parse(now))).toBe(expected);
});
