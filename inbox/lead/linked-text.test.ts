import { expect, test } from 'vitest';
import { mailAddress } from './ContactButtons.tsx';
import { linkParts } from './LinkedText.tsx';

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test('a URL is a link without the full stop after it', () => {
  expect(linkParts('See https://example.com/a?b=c. And HTTP://example.uz!')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=c', href: 'https://example.com/a?b=c' },
    { text: '. And ' },
    { text: 'HTTP://example.uz', href: 'HTTP://example.uz' },
    { text: '!' },
  ]);
});

test('a Telegram name links to its chat, an email address is no such name', () => {
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
])('%s is not a link', (text) => {
  expect(links(text)).toEqual([]);
});

test('an email address can add neither recipients nor text to the email', () => {
  expect(mailAddress('aziza@example.uz')).toBe('mailto:aziza@example.uz');
  expect(mailAddress('a?bcc=all@example.uz&body=x')).toBe('mailto:a%3Fbcc%3Dall@example.uz%26body%3Dx');
});
