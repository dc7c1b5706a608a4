import { expect, test } from 'vitest';
import { mailAddress } from './reach-addresses.ts';

test('an e-mail address can add neither recipients nor a text to the mail', () => {
  expect(mailAddress('aziza@example.uz')).toBe('mailto:aziza@example.uz');
  expect(mailAddress('a?bcc=all@example.uz&body=x')).toBe('mailto:a%3Fbcc%3Dall@example.uz%26body%3Dx');
});
