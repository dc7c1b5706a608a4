import { expect, test } from 'vitest';
import { exampleLead } from '../../tests/leads.ts';
import { describeError } from './errors.ts';

test.each([
  ['"Dilnoza Karimova" <dilnoza@example.uz> refused', '"***" <***> refused'],
  ['Reply-To: DILNOZA KARIMOVA', 'Reply-To: ***'],
  ['no such user dilnoza', 'no such user ***'],
  ['bad number +998901234567 (998901234567)', 'bad number *** (***)'],
  ['bad number +998 90 123 45 67', 'bad number ***'],
  ['spam: "Italiya haqida soʻramoqchi edim" in the text', 'spam: "***" in the text'],
  ['GET /?name=Dilnoza%20Karimova failed', 'GET /?name=*** failed'],
  ['invalid {"message":"Salom!\\nItaliya haqida soʻramoqchi edim."}', 'invalid {"message":"***"}'],
])('a lead that a server quotes is hidden: %s', (error, shown) => {
  expect(describeError(error, [], exampleLead())).toBe(shown);
});

test.each([
  'EAUTH: Invalid login: 535 5.7.8 Username and Password not accepted',
  'HTTP 400: Bad Request: chat not found',
  'EENVELOPE: 450 4.2.0 <staff@firma.uz>: Recipient address rejected: Greylisted',
  'no answer within 10000 ms',
  'ESOCKET: 550 5.7.26 See https://support.google.com/mail/answer/81126#authentication for 192.168.10.20',
])('an error without personal data stays whole: %s', (error) => {
  expect(describeError(error, ['123:token'], exampleLead())).toBe(error);
});

test('a short name is hidden where it is a word of its own', () => {
  const lead = exampleLead({ name: 'Ali' });
  expect(describeError('Ali: recipient validation of ali failed, alias', [], lead)).toBe(
    '***: recipient validation of *** failed, alias',
  );
});

test('secrets are hidden, control characters replaced, and only the start of the first line is kept', () => {
  const error = `no /bot123:token/\u001b[2J ${'x'.repeat(5000)}\nmore`;
  const shown = describeError(error, ['123:token']);
  expect(shown).toMatch(/^no \/bot\*\*\*\/\ufffd\[2J x+$/);
  expect(shown).toHaveLength(300);
});
