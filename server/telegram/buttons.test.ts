import { expect, test } from 'vitest';
import type { Lead } from '#server/leads/lead.ts';
import { localeIn } from '#server/leads/locale.ts';
import { exampleLead } from '#tests/leads.ts';
import { leadButtons, readButton, tomorrowMorning } from './buttons.ts';

const labels = (changes: Partial<Lead> = {}) =>
  leadButtons(exampleLead(changes), localeIn()).inline_keyboard.map((row) => row.map(({ text }) => text));

test('a new lead has a button for each status, for a reminder and for spam', () => {
  expect(labels()).toEqual([
    ['Bogʻlandik', 'Konsultatsiya'],
    ['Mijoz', 'Voz kechdi'],
    ['Eslatish', 'Spam'],
  ]);
});

test('a reminder that was sent can be set again', () => {
  expect(labels({ remindAt: '2026-10-31T20:05:09.876Z' }).at(-1)).toContain('Eslatish');
});

test('a client has no reminder button', () => {
  expect(labels({ status: 'client' }).at(-1)).toEqual(['Spam']);
});

test.each(['', 'K7Q2-9F3D:new', 'K7Q2-9F3D:new:constructor', 'k7q2-9f3d:new:client'])(
  'made-up button data is ignored: %s',
  (data) => expect(readButton(data)).toBeNull(),
);

test('tomorrow begins at midnight in Tashkent', () => {
  const morning = '2026-11-17T04:00:00.000Z';
  expect(tomorrowMorning(new Date('2026-11-15T19:00:00Z')).toISOString()).toBe(morning);
  expect(tomorrowMorning(new Date('2026-11-16T18:59:59Z')).toISOString()).toBe(morning);
});
