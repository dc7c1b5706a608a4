import { expect, test } from 'vitest';
import { exampleLead } from '../../tests/example-lead.ts';
import { speechIn } from '../leads/speech.ts';
import { cutText, leadMessage } from './message.ts';

const lead = exampleLead({ phone: '90 123 45 67', email: null, language: 'ru' });

test('everything the staff needs is in the message', () => {
  const { title, fields, text } = leadMessage(lead, speechIn());
  expect(title).toBe('Yangi murojaat K7Q2-9F3D');
  expect(Object.fromEntries(fields.map(({ label, value }) => [label, value]))).toEqual({
    Ism: 'Dilnoza Karimova',
    Telefon: '90 123 45 67 (+998901234567)',
    'E-mail': '—',
    'Sahifa tili': 'ruscha',
    Vaqt: speechIn().momentInTashkent(lead.createdAt),
  });
  expect(text).toBe(lead.message);
});

test('a number that stands in the phone as it is dialled is not told twice', () => {
  const phoneOf = (phone: string) =>
    leadMessage({ ...lead, phone }, speechIn()).fields.find(({ label }) => label === 'Telefon')?.value;
  expect(phoneOf('+998901112235 (otasi)')).toBe('+998901112235 (otasi)');
  expect(phoneOf('8 90 111 22 35')).toBe('8 90 111 22 35 (+998901112235)');
});

test('where the visitor came from stands in a line of its own when it is known', () => {
  const from = (source: string | null, campaign: string | null) =>
    leadMessage({ ...lead, source, campaign }, speechIn()).fields.find(({ label }) => label === 'Manba')
      ?.value;
  expect(from('instagram', 'reels12')).toBe('Instagram · reels12');
  expect(from('direct', null)).toBe('Toʻgʻridan-toʻgʻri');
  expect(from(null, 'flyer-a')).toBe('flyer-a');
  expect(from('constructor', null)).toBe('constructor');
  expect(from(null, null)).toBeUndefined();
});

test('only a suspected lead carries a warning', () => {
  expect(leadMessage(lead, speechIn()).warning).toBeNull();
  expect(leadMessage({ ...lead, suspectedSpam: true }, speechIn()).warning).toContain('Spam');
});

test('a cut does not split a character', () => {
  expect(cutText('ab🎓cd', 3)).toBe('ab');
  expect(cutText('ab🎓cd', 4)).toBe('ab🎓');
  expect(cutText('abc', 3)).toBe('abc');
});
