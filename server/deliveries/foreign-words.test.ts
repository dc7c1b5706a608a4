import { describe, expect, test } from 'vitest';
import { exampleLead } from '../../tests/example-lead.ts';
import type { Lead } from '../store/store.ts';
import { presentable, withoutLead } from './foreign-words.ts';

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
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ESOCKET: 550 5.7.26 See https://support.google.com/mail/answer/81126#authentication for 192.168.10.20',
])('a sentence that has nothing of the lead stays whole: %s', (sentence) => {
  expect(without(sentence)).toBe(sentence);
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
