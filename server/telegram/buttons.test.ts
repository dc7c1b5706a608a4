import { expect, test } from 'vitest';
import type { Lead } from '#server/leads/lead.ts';
import { localeIn } from '#server/leads/locale.ts';
import { exampleLead } from '#tests/leads.ts';
import { leadButtons, readButton, reminderButtons, reminderTime } from './buttons.ts';

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
  for (const now of ['2026-11-15T19:00:00Z', '2026-11-16T18:59:59Z'])
    expect(reminderTime('tomorrow-9', new Date(now)).toISOString()).toBe(morning);
});

test.each([
  [
    '2026-11-16T12:59:00Z',
    null,
    ['1 soatdan keyin', 'Bugun 18:00', 'Ertaga 09:00', '3 kundan keyin 09:00', '‹ Orqaga'],
  ],
  ['2026-11-16T13:00:00Z', null, ['1 soatdan keyin', 'Ertaga 09:00', '3 kundan keyin 09:00', '‹ Orqaga']],
  [
    '2026-11-16T13:00:00Z',
    '2999-01-01T00:00:00.000Z',
    ['1 soatdan keyin', 'Ertaga 09:00', '3 kundan keyin 09:00', 'Olib tashlash', '‹ Orqaga'],
  ],
])('reminders are offered for times to come, at %s', (now, remindAt, offered) => {
  const { inline_keyboard: rows } = reminderButtons(exampleLead({ remindAt }), localeIn(), new Date(now));
  expect(rows.map(([button]) => button?.text)).toEqual(offered);
});
