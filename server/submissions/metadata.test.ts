import { expect, it } from 'vitest';
import { idempotencyKey, plainFormKey } from './metadata.ts';

const submission = { name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' };
const keyAt = (time: string) => idempotencyKey(plainFormKey(new Date(time)), submission);

it('the same plain form is a repeat on the same day in Tashkent, and a new lead on another', () => {
  expect(keyAt('2026-11-15T19:00:00Z')).toBe(keyAt('2026-11-16T18:59:59Z'));
  expect(keyAt('2026-11-15T18:59:59Z')).not.toBe(keyAt('2026-11-15T19:00:00Z'));
});
