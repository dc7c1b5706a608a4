import { expect, test } from 'vitest';
import { exampleLead } from '#tests/leads.ts';
import { describeError } from './errors.ts';

const describeText = (text: string, lead = exampleLead()) =>
  describeError(new Error(text), ['123:token'], lead);

test.each([
  ['"Dilnoza Karimova" <dilnoza@example.uz> refused', '"***" <***> refused'],
  ['no such user dilnoza', 'no such user ***'],
  ['bad number +998901234567 (998901234567)', 'bad number *** (***)'],
])('a lead that a server quotes is hidden: %s', (error, shown) => {
  expect(describeText(error)).toBe(shown);
});

test.each([
  'Invalid login: 535 5.7.8 Username and Password not accepted',
  '550 5.7.26 See https://support.google.com/mail/answer/81126#authentication for 192.168.10.20',
])('an error without personal data stays whole: %s', (error) => {
  expect(describeText(error)).toBe(error);
});

test('a short name is hidden where it is a word of its own', () => {
  const lead = exampleLead({ name: 'Ali' });
  expect(describeText('Ali: recipient validation of ali failed, alias', lead)).toBe(
    '***: recipient validation of *** failed, alias',
  );
});

test('the code of a failed connection is shown, once', () => {
  const error = (code: string, message: string) =>
    describeError(Object.assign(new Error(message), { code }), []);
  expect(error('ECONNRESET', 'socket hang up')).toBe('ECONNRESET: socket hang up');
  expect(error('ENOTFOUND', 'getaddrinfo ENOTFOUND a.uz')).toBe('getaddrinfo ENOTFOUND a.uz');
});

test('secrets are hidden, control characters replaced, and only the start of the first line is kept', () => {
  const shown = describeText(`no /bot123:token/\u001b[2J ${'x'.repeat(5000)}\nmore`);
  expect(shown).toMatch(/^no \/bot\*\*\*\/\ufffd\[2J x+$/);
  expect(shown).toHaveLength(300);
});
