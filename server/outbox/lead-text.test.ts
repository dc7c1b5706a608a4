import { expect, test } from 'vitest';
import { localeIn } from '#server/leads/locale.ts';
import { exampleLead } from '#tests/leads.ts';
import { cutText } from './cut-text.ts';
import { leadParts, reminderText } from './lead-text.ts';

const locale = localeIn();
const lead = exampleLead({ phone: '90 123 45 67', email: null, language: 'ru' });
const field = (changes: object, label: string) =>
  leadParts({ ...lead, ...changes }, locale).fields.find((field) => field.label === label)?.value;

test('the number to dial is added only where it differs from what was typed', () => {
  expect(field({ phone: '+998901112235 (otasi)' }, 'Telefon')).toBe('+998901112235 (otasi)');
  expect(field({ phone: '8 90 111 22 35' }, 'Telefon')).toBe('8 90 111 22 35 (+998901112235)');
});

test('the source is shown where it is known', () => {
  expect(field({ source: 'instagram', campaign: 'reels12' }, 'Manba')).toBe('Instagram · reels12');
  expect(field({}, 'Manba')).toBeUndefined();
});

test('a reminder says why, and shows the start of its note in one line', () => {
  expect(reminderText({ reason: 'unanswered', note: null }, locale)).toBe('⏰ Hali javob berilmagan');
  expect(reminderText({ reason: 'due', note: null }, locale)).toBe('⏰ Eslatma');
  expect(reminderText({ reason: 'due', note: 'onasi\nbilan' }, locale)).toBe('⏰ Eslatma: onasi bilan');
  expect(reminderText({ reason: 'due', note: 'a'.repeat(5000) }, locale)).toHaveLength(212);
});

test('cutting a text splits no character', () => {
  expect(cutText('ab🎓cd', 3)).toBe('ab');
  expect(cutText('ab🎓cd', 4)).toBe('ab🎓');
  expect(cutText('abc', 3)).toBe('abc');
});
