import { expect, test } from 'vitest';
import { firstDayOfLast, startOfTashkentDay, tashkentIso, tashkentMinute } from './tashkent-time.ts';

test('a moment is written in Tashkent time, also when it is already the next day there', () => {
  const time = new Date('2026-10-31T20:05:09.876Z');
  expect(tashkentIso(time)).toBe('2026-11-01T01:05:09+05:00');
  expect(tashkentMinute(time)).toBe('2026-11-01 01:05');
  expect(new Date(tashkentIso(time))).toEqual(new Date('2026-10-31T20:05:09Z'));
});

test('the arithmetic agrees with the time zone database in every month', () => {
  const zone = new Intl.DateTimeFormat('sv', {
    timeZone: 'Asia/Tashkent',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  for (let month = 0; month < 12; month++) {
    const time = new Date(Date.UTC(2026, month, 15, 21, 30));
    expect(tashkentMinute(time)).toBe(zone.format(time));
  }
});

test('the last seven days are today and the six before it', () => {
  const now = Date.parse('2026-11-15T19:00:00Z');
  expect(firstDayOfLast(1, now - 1)).toBe('2026-11-15');
  expect(firstDayOfLast(1, now)).toBe('2026-11-16');
  expect(firstDayOfLast(7, now)).toBe('2026-11-10');
});

test('a day begins at midnight in Tashkent', () => {
  expect(startOfTashkentDay('2026-11-01')).toEqual(new Date('2026-10-31T19:00:00Z'));
});

test.each(['2026-02-30', '2026-13-01', 'yesterday', '', '20261101'])('%j is not a day', (day) => {
  expect(startOfTashkentDay(day)).toBeNull();
});
