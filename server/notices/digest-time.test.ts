import { expect, test } from 'vitest';
import { digestDue } from './digest-time.ts';

const due = (now: string, time = '09:00') => digestDue(new Date(`${now}+05:00`), time)?.day ?? null;

test('a digest is due from its time in Tashkent until the end of the day', () => {
  expect(due('2026-11-17T08:59:59')).toBeNull();
  expect(due('2026-11-17T09:00:00')).toBe('2026-11-17');
  expect(due('2026-11-17T23:59:59')).toBe('2026-11-17');
  expect(due('2026-11-18T00:00:00')).toBeNull();
});

test('one late in the evening may be tried beyond midnight, and is of the day it belongs to', () => {
  expect(due('2026-11-18T00:30:00', '23:45')).toBe('2026-11-17');
  expect(due('2026-11-18T01:45:00', '23:45')).toBeNull();
});

test('it says when it was due, whatever zone the machine is in', () => {
  expect(digestDue(new Date('2026-12-31T23:30:00Z'), '04:05')?.at).toEqual(new Date('2026-12-31T23:05:00Z'));
});
