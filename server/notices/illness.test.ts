import { expect, test } from 'vitest';
import { isIll } from './illness.ts';

const minute = 60_000;
const now = new Date('2026-11-17T12:00:00Z');
const failingFor = (minutes: number) =>
  isIll({ failingSince: new Date(now.getTime() - minutes * minute), owed: true }, now);

test('a channel is ill when it has failed for fifteen minutes', () => {
  expect(isIll({ failingSince: null, owed: true }, now)).toBe(false);
  expect(isIll({ failingSince: new Date(0), owed: false }, now)).toBe(false);
  expect([0, 14.9, 15, 60 * 24].map(failingFor)).toEqual([false, false, true, true]);
});

test('one that began to fail while the clock was ahead is not waited for', () => {
  expect([-1, -5, -60 * 24 * 365].map(failingFor)).toEqual([false, false, true]);
});
