import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleLead } from '../../tests/example-lead.ts';
import { readableLine } from '../leads/readable.ts';
import type { Lead } from '../store/store.ts';
import { contactRun, messageRun, presentable, withoutLead } from './foreign-words.ts';

const without = (sentence: string, changes: Partial<Lead> = {}) =>
  withoutLead(sentence, exampleLead(changes));

describe('what a server quotes of a lead is taken out:', () => {
  test.each([
    ['"Dilnoza Karimova" <dilnoza@example.uz> refused', '"***" <***> refused'],
    ['Reply-To: DILNOZA KARIMOVA', 'Reply-To: ***'],
    ['no such user dilnoza', 'no such user ***'],
    ['unknown: Karimo…', 'unknown:***…'],
    ['bad number +998901234567 (998901234567)', 'bad number *** (***)'],
    ['bad number +998 90 123 45 67', 'bad number ***'],
    ['spam: "Italiya haqida soʻr', 'spam: "***'],
    ['bad header =?UTF-8?B?0J7Qu9GM0LPQsA==?= here', 'bad header *** here'],
    ['bad header =?utf-8?q?=D0=9E=D0=BB', 'bad header ***'],
  ])('%s', (sentence, shown) => {
    expect(without(sentence)).toBe(shown);
  });

  test.each([
    ['in quotes', 'Ali "Olim" Vali', '"Ali \\"Olim\\" Vali" <x>', '"***" <x>'],
    [
      'as JSON',
      'Ольга Ким',
      '{"name":"\\u041e\\u043b\\u044c\\u0433\\u0430 \\u041a\\u0438\\u043c"}',
      '{"name":"***"}',
    ],
    ['in an address', 'Ольга', '?name=%D0%9E%D0%BB%D1%8C%D0%B3%D0%B0', '?name=***'],
    ['in a query', 'Ali & Vali', '?name=Ali+%26+Vali', '?name=***'],
    ['in HTML', 'Ali <Vali>', '<p>Ali &lt;Vali&gt;</p>', '<p>***</p>'],
    ['as quoted-printable', 'Ольга', 'near =D0=9E=D0=BB=D1=8C=D0=B3=D0=B0', 'near ***'],
  ])('a name %s', (_how, name, sentence, shown) => {
    expect(without(sentence, { name })).toBe(shown);
  });

  test('a short name where it stands alone, and not inside of words', () => {
    expect(without('Ali: recipient validation of ali failed, alias', { name: 'Ali' })).toBe(
      '***: recipient validation of *** failed, alias',
    );
  });
});

test.each([
  'EAUTH: Invalid login: 535 5.7.8 Username and Password not accepted',
  'HTTP 400: Bad Request: chat not found',
  'EENVELOPE: 450 4.2.0 <staff@firma.uz>: Recipient address rejected: Greylisted',
  'no answer within 10000 ms',
])('a sentence that has nothing of the lead stays whole: %s', (sentence) => {
  expect(without(sentence)).toBe(sentence);
});

/** Every stretch of a value that must not be seen again. */
const runsOf = (value: string, length: number) => {
  const line = readableLine(value).toLowerCase();
  return Array.from({ length: Math.max(0, line.length - length + 1) }, (_, i) => line.slice(i, i + length));
};

test('no stretch of the name, the phone, the e-mail or the message is left, however a server quotes them', () => {
  // The mask itself may stand in a value: nothing can be told from finding it again.
  const text = (maxLength: number) =>
    fc.string({ unit: 'grapheme', minLength: 1, maxLength }).map((value) => value.replaceAll('*', '-'));
  const quote = fc.constantFrom<(value: string) => string>(
    (value) => value,
    (value) => value.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
    (value) => `"${value.replace(/["\\]/g, '\\$&')}"`,
    (value) => JSON.stringify(value),
    (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    (value) => encodeURIComponent(value),
    (value) => value.slice(0, Math.ceil(value.length / 2)).toWellFormed(),
    (value) => value.slice(Math.floor(value.length / 3)).toWellFormed(),
  );
  const words = fc.constantFrom('550 5.7.1 ', 'refused: ', ' is not welcome', ' ', '\r\n550-', '<', '">');
  fc.assert(
    fc.property(
      fc.record({ name: text(60), phone: text(30), email: text(60), message: text(200) }),
      fc.array(fc.tuple(words, fc.constantFrom('name', 'phone', 'email', 'message'), quote, words), {
        minLength: 1,
        maxLength: 4,
      }),
      (values, quotations) => {
        const sentence = quotations
          .map(([before, field, quoted, after]) => before + quoted(values[field as 'name']) + after)
          .join('');
        const seen = presentable(sentence, [], exampleLead(values)).toLowerCase().split('***');
        const { message, ...contacts } = values;
        const forbidden = [
          ...Object.values(contacts).flatMap((value) => runsOf(value, contactRun)),
          ...runsOf(message, messageRun),
        ];
        for (const part of seen) expect(forbidden.filter((run) => part.includes(run))).toEqual([]);
      },
    ),
    { numRuns: 2000 },
  );
});

test('secrets go first, and what would harm a log or a terminal; the rest is cut', () => {
  const said = presentable(
    `no /bot123:token/\u001b[2J\nagain ${'x'.repeat(5000)}`,
    ['123:token'],
    exampleLead(),
  );
  expect(said).toMatch(/^no \/bot\*\*\*\/\ufffd\[2J again x+$/);
  expect(said).toHaveLength(300);
});
