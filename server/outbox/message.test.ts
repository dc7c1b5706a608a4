import { expect, test } from 'vitest';
import { exampleLead } from '../../tests/leads.ts';
import { localeIn } from '../leads/locale.ts';
import { cutText } from './cut-text.ts';
import { leadMessage, reminderText } from './message.ts';

const locale = localeIn();
const lead = exampleLead({ phone: '90 123 45 67', email: null, language: 'ru' });
const field = (changes: object, label: string) =>
  leadMessage({ ...lead, ...changes }, locale).fields.find((field) => field.label === label)?.value;

test('the message has everything the staff needs', () => {
  const { title, fields, text } = leadMessage(lead, locale);
  expect(title).toBe('Yangi murojaat K7Q2-9F3D');
  expect(Object.fromEntries(fields.map(({ label, value }) => [label, value]))).toEqual({
    Ism: 'Dilnoza Karimova',
    Telefon: '90 123 45 67 (+998901234567)',
    'E-mail': '—',
    'Sahifa tili': 'ruscha',
    Vaqt: '1-noyabr, 01:05 (Toshkent vaqti)',
  });
  expect(text).toBe(lead.message);
});

test('the number to dial is added only where it differs from what was typed', () => {
  expect(field({ phone: '+998901112235 (otasi)' }, 'Telefon')).toBe('+998901112235 (otasi)');
  expect(field({ phone: '8 90 111 22 35' }, 'Telefon')).toBe('8 90 111 22 35 (+998901112235)');
});

test.each([
  ['instagram', 'reels12', 'Instagram · reels12'],
  ['direct', null, 'Toʻgʻridan-toʻgʻri'],
  [null, 'flyer-a', 'flyer-a'],
  ['constructor', null, 'constructor'],
  [null, null, undefined],
])('the source %j and campaign %j are shown as %j', (source, campaign, shown) => {
  expect(field({ source, campaign }, 'Manba')).toBe(shown);
});

test('only suspected spam carries a warning', () => {
  expect(leadMessage(lead, locale).warning).toBeNull();
  expect(leadMessage({ ...lead, spam: true }, locale).warning).toContain('Spam');
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
