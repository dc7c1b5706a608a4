import { afterEach, expect, test, vi } from 'vitest';
import { exampleLead } from '../../tests/leads.ts';
import type { Lead } from '../leads/lead.ts';
import { localeIn } from '../leads/locale.ts';
import { leadButtons, readButton, tomorrowMorning } from './buttons.ts';

afterEach(() => vi.useRealTimers());

const buttons = (changes: Partial<Lead> = {}) =>
  leadButtons(exampleLead(changes), localeIn()).inline_keyboard;
const texts = (changes: Partial<Lead> = {}) => buttons(changes).map((row) => row.map(({ text }) => text));
const press = (text: string, changes: Partial<Lead> = {}) => {
  const button = buttons(changes)
    .flat()
    .find((button) => button.text === text);
  return readButton(button?.callback_data ?? '');
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const ref = 'K7Q2-9F3D';

test('a new lead has a button for each status, one to be reminded and one for spam', () => {
  expect(texts()).toEqual([
    ['Bogʻlandik', 'Konsultatsiya'],
    ['Mijoz', 'Voz kechdi'],
    ['Eslatish', 'Spam'],
  ]);
});

test('a button holds its action and the status that was shown', () => {
  expect(press('Mijoz')).toEqual({ ref, seen: 'new', action: 'client' });
  expect(press('Spam')).toEqual({ ref, seen: 'new', action: 'spam' });
  expect(press('Eslatish')).toEqual({ ref, seen: 'new', action: 'remind' });
});

test('the current status and the reminder have a tick; pressed again, they are taken back', () => {
  const changes = { status: 'contacted', remindAt: inAnHour() } as const;
  expect(press('✓ Bogʻlandik', changes)).toEqual({ ref, seen: 'contacted', action: 'new' });
  expect(press('✓ Eslatish', changes)).toMatchObject({ action: 'no-reminder' });
});

test('a reminder that was sent can be set again', () => {
  expect(press('Eslatish', { remindAt: '2026-10-31T20:05:09.876Z' })).toMatchObject({ action: 'remind' });
});

test('a client or a lost lead has no reminder', () => {
  expect(texts({ status: 'client' }).at(-1)).toEqual(['Spam']);
});

test('spam can only be taken back', () => {
  expect(buttons({ spam: true }).flat()).toHaveLength(1);
  expect(press('Spam emas', { spam: true })).toMatchObject({ action: 'not-spam' });
});

test('no button holds more than the 64 bytes that Telegram allows', () => {
  const data = [...buttons({ status: 'consultation' }), ...buttons({ spam: true })].flat();
  for (const { callback_data } of data) expect(Buffer.byteLength(callback_data)).toBeLessThanOrEqual(64);
});

test.each(['', `${ref}:new`, `${ref}:new:constructor`, `${ref}:new:client:more`, 'k7q2-9f3d:new:client'])(
  'made-up data is no press: %s',
  (data) => expect(readButton(data)).toBeNull(),
);

test('tomorrow begins at midnight in Tashkent', () => {
  const morning = '2026-11-17T04:00:00.000Z';
  expect(tomorrowMorning(new Date('2026-11-15T19:00:00Z')).toISOString()).toBe(morning);
  expect(tomorrowMorning(new Date('2026-11-16T18:59:59Z')).toISOString()).toBe(morning);
});
