import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentMistakes, readContent, untranslated } from './content-mistakes.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test breaks it in a way that its type forbids.
type Broken = any;

/** What is there, to be broken. */
function copy(): Broken {
  const read = readContent();
  if ('broken' in read) throw new Error(read.broken.join('\n'));
  return structuredClone(read.content);
}

test('the content has no mistakes', () => {
  expect([...contentMistakes(copy()), ...untranslated(copy())]).toEqual([]);
});

test.each(['ru', 'en'])('a text that %s lacks is told, and the page can be built', (language) => {
  const content = copy();
  delete content.page[language].nav.consultation;
  expect(untranslated(content)).toEqual([
    `content/${language}.json lacks nav.consultation, which content/uz.json has. Its name is shown instead.`,
  ]);
  expect(contentMistakes(content)).toEqual([]);
});

const mistakes: [string, (content: Broken) => void, string][] = [
  [
    'a legal paragraph that was not translated',
    ({ legal }) => legal.uz.terms.sections[0].paragraphs.pop(),
    'content/legal/uz.json lacks terms.sections.0.paragraphs.',
  ],
  [
    'a word that the bot lacks',
    ({ staff }) => delete staff.uz.lead.arrived,
    'content/staff/uz.ts lacks lead.arrived, which content/staff/en.ts has.',
  ],
  [
    'a number where a text belongs',
    ({ page }) => Object.assign(page.uz.hero, { badge: 2027 }),
    'content/uz.json: hero.badge is 2027; write a text, between " and ".',
  ],
  [
    'nothing where a text belongs',
    ({ legal }) => Object.assign(legal.ru.privacy, { title: null }),
    'content/legal/ru.json: privacy.title is null; write a text, between " and ".',
  ],
  [
    'a fact that does not exist',
    ({ page }) => Object.assign(page.uz.hero, { titleSecond: '{grantRang} grant bilan' }),
    'content/uz.json: hero.titleSecond names {grantRang}, which nothing fills in.',
  ],
  [
    'a fact that the legal pages do not know',
    ({ legal }) => Object.assign(legal.en.privacy, { updated: 'Updated {date}' }),
    'content/legal/en.json: privacy.updated names {date}, which nothing fills in.',
  ],
  [
    'a value that the bot does not have',
    ({ staff }) => Object.assign(staff.uz.bot, { today: 'Bugun: {soni}' }),
    'content/staff/uz.ts: bot.today names {soni}, which nothing fills in.',
  ],
  [
    'a price without its currency',
    ({ facts }) => Object.assign(facts, { basicPrice: '599' }),
    'content/facts.ts: basicPrice is "599"; write it like "$1,899".',
  ],
  [
    'a day that no month has',
    ({ days }) => Object.assign(days, { fallDeadline: { month: 11, day: 31 } }),
    'content/facts.ts: fallDeadline is no day of the year: month 11, day 31.',
  ],
  [
    'a month that no year has',
    ({ days }) => Object.assign(days, { legalDate: { year: 2026, month: 13, day: 1 } }),
    'content/legal/date.ts: legalDate is no day of the year: month 13, day 1.',
  ],
  [
    'a link that leads nowhere',
    ({ links }) => Object.assign(links, { telegramAdmin: 't.me/our_admin' }),
    'content/links.ts: telegramAdmin is "t.me/our_admin"; write it whole, like https://t.me/name.',
  ],
  [
    'a mail address that is a link',
    ({ links }) => Object.assign(links, { email: 'mailto:info@example.uz' }),
    'content/links.ts: email is "mailto:info@example.uz"; write it whole, like info@example.com.',
  ],
  [
    'nobody who is responsible',
    ({ provider }) => Object.assign(provider, { name: ' ' }),
    'content/provider.ts: name is empty.',
  ],
];

test.each(mistakes)('%s is told in one sentence', (_, make, sentence) => {
  const content = copy();
  make(content);
  expect(contentMistakes(content)).toEqual([expect.stringContaining(sentence)]);
});

/** What is read when the Uzbek texts are changed so. */
function readWith(change: (text: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'content-test-'));
  cpSync(join(import.meta.dirname, '../../content'), folder, { recursive: true });
  const file = join(folder, 'uz.json');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  const read = readContent(folder);
  rmSync(folder, { recursive: true });
  return read;
}

test('a file that lacks a comma is named, with the line', () => {
  expect(readWith((text) => text.replace(',', ''))).toEqual({
    broken: [
      expect.stringMatching(/^content\/uz\.json cannot be read: .*\(line 4 column 5\)\. Often a comma/),
    ],
  });
});

test('a file that Windows has put its mark before is read like any other', () => {
  expect(readWith((text) => `\ufeff${text}`)).toEqual(readContent());
});
