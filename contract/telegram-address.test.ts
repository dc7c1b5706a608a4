import { expect, test } from 'vitest';
import { telegramAddress } from './telegram-address.ts';

test.each([
  ['+998 90 123 45 67', '+998901234567', 'https://t.me/+998901234567'],
  ['+998901234567, @lola_uz', '+998901234567', 'https://t.me/lola_uz'],
  ['@lola_901112235', null, 'https://t.me/lola_901112235'],
  ['(@Lola_uz)', null, 'https://t.me/Lola_uz'],
  ['tg: t.me/lola_uz.', null, 'https://t.me/lola_uz'],
  ['https://t.me/lola_uz', null, 'https://t.me/lola_uz'],
  ['t.me/joinchat/AAAbbb', null, null],
  ['lola@mail.uz', null, null],
  ['@mail.uz', null, null],
  ['@ali', null, null],
  ['https://evil.example/t.me/lola_uz', null, null],
  ['qoʻngʻiroq qiling', null, null],
])('%j with the number %j leads to %j', (phone, dial, address) => {
  expect(telegramAddress(phone, dial)).toBe(address);
});
