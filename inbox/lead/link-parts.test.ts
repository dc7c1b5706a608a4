import { expect, test } from 'vitest';
import { linkParts } from './link-parts.ts';

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test('an address of the web is a link, and the full stop after it is not part of it', () => {
  expect(linkParts('See https://example.com/a?b=c. And HTTP://example.uz!')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=c', href: 'https://example.com/a?b=c' },
    { text: '. And ' },
    { text: 'HTTP://example.uz', href: 'HTTP://example.uz' },
    { text: '!' },
  ]);
});

test('a name in Telegram leads to its chat, a mail address does not', () => {
  expect(linkParts('Yozing: @lola_uz.')).toEqual([
    { text: 'Yozing: ' },
    { text: '@lola_uz', href: 'https://t.me/lola_uz' },
    { text: '.' },
  ]);
  expect(links('lola@example.uz, @example.uz, @ali')).toEqual([]);
});

test.each([
  'javascript:alert(1)',
  'JavaScript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'tg://resolve?domain=x',
  'file:///etc/passwd',
  'http://',
  'https://[',
  'example.com',
])('%s is no link', (text) => {
  expect(links(text)).toEqual([]);
});
