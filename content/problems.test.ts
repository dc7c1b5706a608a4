import { expect, test } from 'vitest';
import { defaultContent } from './default-content.ts';
import { normalised } from './normalised.ts';
import { problemAt } from './problems.ts';

const kindOf = (path: string, value: string, before?: string) =>
  problemAt(path, value, defaultContent, before)?.kind;

test.each([
  ['facts.proPrice', '$2,499 ', '$2,499'],
  ['facts.proPrice', '2499', '$2,499'],
  ['facts.proPrice', '2 499 $', '$2,499'],
  ['facts.italyStipend', '7600', '€7,600'],
  ['facts.advanceShare', '50 %', '50%'],
  ['facts.grantRange', '90 – 100', '90-100%'],
  ['facts.highGrant', '95 +', '95%+'],
  ['facts.ielts', '6,5', '6.5'],
  ['facts.cefr', 'b2', 'B2'],
  ['facts.support', ' 9:00-21:00 ', '9:00-21:00'],
  ['facts.support', 'har kuni 9 dan 21 gacha', 'har kuni 9 dan 21 gacha'],
  ['links.telegramAdmin', '@nova_admin', 'https://t.me/nova_admin'],
  ['links.telegramChannel', 't.me/nova', 'https://t.me/nova'],
  ['links.email', 'mailto:info@nova.uz', 'info@nova.uz'],
  ['texts.uz.nav.home', " O'qish\n uchun", 'Oʻqish uchun'],
])('%s: %j is understood as %j', (path, typed, stored) => {
  expect(normalised(path, typed)).toBe(stored);
  expect(normalised(path, stored)).toBe(stored);
  expect(kindOf(path, stored)).toBeUndefined();
});

test.each([
  ['facts.refundShare', '150%', 'range'],
  ['facts.clientsPerSeason', '0', 'range'],
  ['facts.ielts', '10', 'range'],
  ['facts.proPrice', '$30.50', 'format'],
  ['facts.proPrice', '$0', 'format'],
  ['links.registrationForm', 'https://[x.y', 'format'],
  ['links.registrationForm', 'https://nova.uz:999999/', 'format'],
  ['links.registrationForm', 'javascript:alert(1)//nova.uz', 'format'],
  ['company.name', '\u200b\u2060', 'empty'],
  ['company.name', 'a'.repeat(201), 'long'],
  ['texts.en.hero.description', 'At most {limit}', 'placeholder'],
  ['texts.en.contact.full', 'Too long', 'missing'],
])('%s: %j is refused: %s', (path, value, kind) => {
  expect(kindOf(path, normalised(path, value))).toBe(kind);
});

test('a number that comes from elsewhere may move within its text, but has to stay', () => {
  const path = 'texts.en.hero.titleSecond';
  expect(kindOf(path, '{grantRange}, truly', 'with a {grantRange} grant')).toBeUndefined();
  expect(kindOf(path, 'with a grant', 'with a {grantRange} grant')).toBe('missing');
});

test('of the stipend the example is in euros', () => {
  expect(problemAt('facts.italyStipend', 'x', defaultContent)).toMatchObject({ example: '€7,600' });
});
