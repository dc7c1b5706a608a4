import { expect, test } from 'vitest';
import { readableLine, readableText } from './readable.ts';

test('control characters are replaced', () => {
  expect(readableText('\u001b[2Jgone\u009b31mred\u0007')).toBe('\ufffd[2Jgone\ufffd31mred\ufffd');
});

test('direction controls are removed, also from a phone number copied out of a contact list', () => {
  expect(readableText('\u202a+998 90 123 45 67\u202c')).toBe('+998 90 123 45 67');
  expect(readableText('abc\u202egnp.exe\u2066x\u2069')).toBe('abcgnp.exex');
});

test('a line has no line breaks and no repeated spaces', () => {
  expect(readableLine(' Ali\r\nBcc: x@example.com\t!\u2028 ')).toBe('Ali Bcc: x@example.com !');
});

test('half a surrogate pair is replaced', () => {
  expect(readableText('a\ud83d')).toBe('a\ufffd');
});
