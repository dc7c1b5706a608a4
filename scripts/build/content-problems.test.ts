import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flatten } from '#content/content.ts';
import { languageCodes } from '#contract/languages.ts';
import { pageNames } from '#contract/pages.ts';
import { headTags } from '#prerender/head/head.ts';
import { structuredData } from '#prerender/head/structured-data.ts';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { contentProblems, readContent } from './content-problems.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests break it in ways that its type forbids
type Broken = any;

const original = readContent();
const copy = (): Broken => structuredClone(original);
const messages = (content: Broken) => contentProblems(content).map(({ message }) => message);

test('the content has no problems', () => {
  expect(contentProblems(copy())).toEqual([]);
});

test.each(['ru', 'en'])('a text missing in %s does not stop the build', (language) => {
  const content = copy();
  delete content.texts[language].nav.consultation;
  const message = `content/${language}.json: nav.consultation is missing; it must be a text in "quotes".`;
  expect(contentProblems(content)).toEqual([{ message, isWarning: true }]);
});

const questions = copy().texts.en.faq.items.length;
const problems: [string, (content: Broken) => void, string][] = [
  [
    'a question that only one language has',
    ({ texts }) => texts.uz.faq.items.push({ question: 'Qachon?', answer: 'Ertaga.' }),
    `content/uz.json: faq.items is a list of ${questions + 1}; it must be a list of ${questions}.`,
  ],
  [
    'a file of the wrong shape',
    ({ legal }) => Object.assign(legal, { ru: null }),
    'content/legal/ru.json: the whole file is null; it must be a group in {braces}.',
  ],
  [
    'text around a price that search engines read',
    ({ texts }) => Object.assign(texts.en.services.italy, { price: 'from {italyPrice}' }),
    'content/en.json: services.italy.price is "from {italyPrice}"; it must look like "$1,899".',
  ],
  [
    'an unknown placeholder',
    ({ texts }) => Object.assign(texts.uz.hero, { titleSecond: '{grantRang} grant bilan' }),
    'content/uz.json: hero.titleSecond uses {grantRang}, which is not a known placeholder.',
  ],
  [
    'a text that is too long',
    ({ texts }) => Object.assign(texts.uz.hero, { titleFirst: 'Oʻqing! '.repeat(5) }),
    'content/uz.json: hero.titleFirst is longer than 30 characters.',
  ],
  [
    'a date that does not exist',
    ({ deadlines }) => Object.assign(deadlines, { fallDeadline: { month: 11, day: 31 } }),
    'content/facts.ts: fallDeadline is not a valid date: 11-31.',
  ],
  [
    'a link without https',
    ({ links }) => Object.assign(links, { telegramAdmin: 't.me/our_admin' }),
    'content/links.ts: telegramAdmin is "t.me/our_admin"; it must look like "https://t.me/name".',
  ],
  [
    'an empty company name',
    ({ company }) => Object.assign(company, { name: ' ' }),
    'content/company.ts: name is empty.',
  ],
];

test.each(problems)('the message about %s', (_, breakContent, message) => {
  const content = copy();
  breakContent(content);
  expect(messages(content)).toEqual([message]);
});

test('a step missing in all languages is reported for each', () => {
  const content = copy();
  for (const language of languageCodes) content.texts[language].process.steps.pop();
  expect(messages(content)).toEqual(
    languageCodes.map(
      (language) => `content/${language}.json: process.steps is a list of 5; it must be a list of 6.`,
    ),
  );
});

test('missing texts leave no gap, not even in files for machines', () => {
  const content = copy();
  for (const path of flatten(content.texts.en).keys()) {
    if (/\.\d+(\.|$)|\.price$/.test(path)) continue;
    const steps = path.split('.');
    const name = steps.pop() as string;
    delete steps.reduce((tree, step) => tree[step], content.texts.en)[name];
  }
  expect(contentProblems(content).filter(({ isWarning }) => !isWarning)).toEqual([]);
  const texts = pageTexts(content, 'landing', 'en');
  const pages = pageNames.map(
    (page) => headTags(page, 'en', texts, null) + structuredData(page, 'en', texts, null),
  );
  expect(pages.filter((file) => file.includes('undefined'))).toEqual([]);
});

/** Reads the content after a change of uz.json. */
function readWith(change: (text: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'content-test-'));
  cpSync(join(import.meta.dirname, '../../content'), join(folder, 'content'), { recursive: true });
  const file = join(folder, 'content/uz.json');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  try {
    return readContent(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the message about a missing comma names file and line', () => {
  expect(() => readWith((text) => text.replace(',', ''))).toThrow(
    /^content\/uz\.json cannot be read: .*\(line 4 column 5\)\. The usual cause is a missing comma/,
  );
});

test('a byte order mark is ignored', () => {
  expect(readWith((text) => `\ufeff${text}`)).toEqual(readContent());
});
