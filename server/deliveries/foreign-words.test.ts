import fc from 'fast-check';
import nodemailer from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { exampleLead } from '../../tests/example-lead.ts';
import { readableLine } from '../leads/readable.ts';
import type { Lead } from '../store/store.ts';
import { leadMail } from './email.ts';
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
      '{"name":"*** ***"}',
    ],
    ['in an address', 'Ольга', '?name=%D0%9E%D0%BB%D1%8C%D0%B3%D0%B0', '?name=***'],
    ['in a query', 'Ali & Vali', '?name=Ali+%26+Vali', '?name=***'],
    ['in HTML', 'Ali <Vali>', '<p>Ali &lt;Vali&gt;</p>', '<p>***</p>'],
    ['as quoted-printable', 'Ольга', 'near =D0=9E=D0=BB=D1=8C=D0=B3=D0=B0', 'near ***'],
  ])('a name %s', (_how, name, sentence, shown) => {
    expect(without(sentence, { name })).toBe(shown);
  });

  const escaped = (how: (character: string) => string) => (value: string) => [...value].map(how).join('');
  const bytewise = (prefix: string, base: number) => (value: string) =>
    [...Buffer.from(value)].map((byte) => prefix + byte.toString(base).padStart(2, '0')).join('');

  test.each<[how: string, quoted: (value: string) => string]>([
    ['as decimal entities', escaped((each) => `&#${each.codePointAt(0)};`)],
    ['as hexadecimal entities', escaped((each) => `&#x${each.codePointAt(0)?.toString(16)};`)],
    ['as escapes of bytes', bytewise('\\x', 16)],
    ['as octal escapes', bytewise('\\', 8)],
    ['as escapes of characters', escaped((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)],
    ['in hexadecimal', bytewise('', 16)],
    ['in base64', (value) => Buffer.from(value).toString('base64').replace(/.?=*$/, '')],
    ['taken for Latin-1', (value) => Buffer.from(value).toString('latin1')],
  ])('a name %s', (_how, quoted) => {
    for (const name of ['Ольга', 'Азиза Каримова'])
      expect(presentable(`550 not "${quoted(name)}"`, [], exampleLead({ name }))).toBe('550 not "***"');
  });

  test.each(['998 (90) 1234567', '+998.90.123.45.67', '00998 / 90 / 123-45-67', '90-123-45'])(
    'the phone as %s',
    (quoted) => {
      expect(without(`550 5.7.1 refused: ${quoted}`)).toMatch(/^550 5\.7\.1 refused:[ +0]*\*\*\*$/);
    },
  );

  /** Whoever finds a piece tries everything, and every place it may have begun at. */
  const readings = (piece: string) => [
    piece,
    Buffer.from(
      piece.replace(/=([\dA-F]{2})/g, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
      'latin1',
    ).toString(),
    ...[0, 1, 2, 3].map((skip) => Buffer.from(piece.slice(skip), 'base64').toString()),
  ];

  test.each([
    ['base64', { language: 'ru', name: 'Азиза Каримова', message: 'Хочу учиться в Италии! '.repeat(9) }],
    ['quoted-printable', { name: 'Gʻayrat Oʻrinov', message: 'Italiya haqida soʻramoqchi edim.' }],
  ] as const)('name, phone and e-mail in any stretch of a mail in %s', async (encoding, changes) => {
    const lead = exampleLead({ ...changes, phone: '+998 90 123-45-67', email: 'azizak@mail.uz' });
    const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(leadMail(lead, { from: 'a@b.uz', to: 'd@e.uz' }));
    const [head = '', body = ''] = String(message).split(/\r\n\r\n([\s\S]*)/, 2);
    expect(head).toContain(`Content-Transfer-Encoding: ${encoding}`);
    const secrets = [...lead.name.split(' '), '123-45', '998901', 'azizak'].map((word) => word.slice(0, 6));
    for (let from = 0; from < body.length; from++) {
      const shown = presentable(`554 5.7.1 no: ${body.slice(from, from + 150)}`, [], lead);
      const read = shown.slice('554 5.7.1 no: '.length).split('***').flatMap(readings);
      expect(read.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    }
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
