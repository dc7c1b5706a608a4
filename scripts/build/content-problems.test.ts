import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Language, languageCodes } from '../../contract/languages.ts';
import { headTags } from '../../prerender/head/head.ts';
import { structuredData } from '../../prerender/head/structured-data.ts';
import { socialCardLayout } from '../../prerender/pictures/social-card.ts';
import { llms } from '../../prerender/root-files/llms.ts';
import { webManifest } from '../../prerender/root-files/webmanifest.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import { pageNames } from '../../site/pages/names.ts';
import { contentMistakes, readContent } from './content-mistakes.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test breaks it in a way that its type forbids.
type Broken = any;

/** A copy of the content, to be broken. */
const copy = (): Broken => structuredClone(readContent());
const sentences = (content: Broken) => contentMistakes(content).map(({ sentence }) => sentence);

test('the content has no mistakes', () => {
  expect(contentMistakes(copy())).toEqual([]);
});

test.each(['ru', 'en'])('a text that %s lacks does not stop the build', (language) => {
  const content = copy();
  delete content.texts[language].nav.consultation;
  const sentence = `content/${language}.json: nav.consultation is missing; it must be a text in "quotes".`;
  expect(contentMistakes(content)).toEqual([{ sentence, isWarning: true }]);
});

const questions = copy().texts.en.faq.items.length;
const mistakes: [string, (content: Broken) => void, string][] = [
  [
    'a legal paragraph that was not translated',
    ({ legal }) => legal.uz.terms.sections[0].paragraphs.pop(),
    'content/legal/uz.json: terms.sections.0.paragraphs is a list of 0; it must be a list of 1.',
  ],
  [
    'a question that one language has more',
    ({ texts }) => texts.uz.faq.items.push({ question: 'Qachon?', answer: 'Ertaga.' }),
    `content/uz.json: faq.items is a list of ${questions + 1}; it must be a list of ${questions}.`,
  ],
  [
    'a file of another kind',
    ({ legal }) => Object.assign(legal, { ru: null }),
    'content/legal/ru.json: the whole file is null; it must be a group in {braces}.',
  ],
  [
    'more than a price where search engines read one',
    ({ texts }) => Object.assign(texts.en.services.italy, { price: 'from {italyPrice}' }),
    'content/en.json: services.italy.price is "from {italyPrice}"; it must look like "$1,899".',
  ],
  [
    'a fact that does not exist',
    ({ texts }) => Object.assign(texts.uz.hero, { titleSecond: '{grantRang} grant bilan' }),
    'content/uz.json: hero.titleSecond uses {grantRang}, which is not a known placeholder.',
  ],
  [
    'a price without its currency',
    ({ facts }) => Object.assign(facts, { basicPrice: '599' }),
    'content/facts.ts: basicPrice is "599"; it must look like "$1,899".',
  ],
  [
    'a text that is too long for its place',
    ({ texts }) => Object.assign(texts.uz.hero, { titleFirst: 'Oʻqing! '.repeat(5) }),
    'content/uz.json: hero.titleFirst is longer than 30 characters.',
  ],
  [
    'a day that no month has',
    ({ deadlines }) => Object.assign(deadlines, { fallDeadline: { month: 11, day: 31 } }),
    'content/facts.ts: fallDeadline is not a valid date: 11-31.',
  ],
  [
    'a link that leads nowhere',
    ({ links }) => Object.assign(links, { telegramAdmin: 't.me/our_admin' }),
    'content/links.ts: telegramAdmin is "t.me/our_admin"; it must look like "https://t.me/name".',
  ],
  [
    'a mail address that is a link',
    ({ links }) => Object.assign(links, { email: 'mailto:info@example.uz' }),
    'content/links.ts: email is "mailto:info@example.uz"; it must look like "info@example.com".',
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
  expect(sentences(content)).toEqual([expect.stringContaining(sentence)]);
});

test('a step that every language lacks is told for each of them', () => {
  const content = copy();
  for (const language of languageCodes) content.texts[language].process.steps.pop();
  expect(sentences(content)).toEqual(
    languageCodes.map(
      (language) => `content/${language}.json: process.steps is a list of 5; it must be a list of 6.`,
    ),
  );
});

/** The ways to everything in a tree, `['hero', 'stats', '0', 'label']`; of a list its first two entries stand for all. */
const waysIn = (tree: object): string[][] =>
  Object.entries(tree)
    .slice(0, Array.isArray(tree) ? 2 : undefined)
    .flatMap(([step, value]) => [
      [step],
      ...(typeof value === 'object' ? waysIn(value).map((way) => [step, ...way]) : []),
    ]);

const whole = copy();
/** With one file's copy to be broken, and what holds the last step of the way. */
function copyAt(room: string, language: string, way: string[]) {
  const file = structuredClone(whole[room][language]);
  const holder = way.slice(0, -1).reduce((tree, step) => tree[step], file);
  return {
    content: { ...whole, [room]: { ...whole[room], [language]: file } },
    holder,
    last: way.at(-1) ?? '',
  };
}

const breakages: ((holder: Broken, step: string) => void)[] = [
  (holder, step) => (Array.isArray(holder) ? holder.splice(Number(step), 1) : delete holder[step]),
  ...[null, 7, ' ', [], [7]].map(
    (value) => (holder: Broken, step: string) => Object.assign(holder, { [step]: value }),
  ),
];

// Each key in one way and one language, and each way in many keys: all of them in all ways take seconds.
test.each(['texts', 'legal'])(
  'whatever is wrong with a key of %s, one sentence tells file and key',
  (room) => {
    waysIn(whole[room].en).forEach((way, index) => {
      const breakage = index % breakages.length;
      const language = languageCodes[Math.floor(index / breakages.length) % languageCodes.length] as Language;
      const { content, holder, last } = copyAt(room, language, way);
      // What is taken out of a list is missed by the list.
      const key = breakage === 0 && Array.isArray(holder) ? way.slice(0, -1) : way;
      breakages[breakage]?.(holder, last);
      const file = `content/${room === 'legal' ? 'legal/' : ''}${language}.json`;
      expect(sentences(content)).toEqual([
        expect.stringMatching(RegExp(`^${file}: .*\\b${key.join('\\.')}\\b.*\\.$`)),
      ]);
    });
  },
);

test('a text that is missing is a hole nowhere, also not where only machines look', () => {
  for (const way of waysIn(whole.texts.en)) {
    const { content, holder, last } = copyAt('texts', 'en', way);
    delete holder[last];
    if (!contentMistakes(content)[0]?.isWarning) continue;
    const texts = pageTexts(content, 'landing', 'en');
    const manifest = webManifest('en', texts);
    const card = JSON.stringify(socialCardLayout(texts));
    const pages = pageNames.map((page) => headTags(page, 'en', texts) + structuredData(page, 'en', texts));
    expect([...pages, llms('en', texts)].filter((made) => made.includes('undefined'))).toEqual([]);
    expect(
      [manifest, card].map((made) => made.match(/"(name|short_name|description|children)":/g)?.length),
    ).toEqual([3, card.match(/"type":/g)?.length]);
  }
});

/** What is read when the Uzbek texts are changed so. */
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

test('a file that lacks a comma is named, with the line', () => {
  expect(() => readWith((text) => text.replace(',', ''))).toThrow(
    /^content\/uz\.json cannot be read: .*\(line 4 column 5\)\. The usual cause is a missing comma/,
  );
});

test('a file that Windows has put its mark before is read like any other', () => {
  expect(readWith((text) => `\ufeff${text}`)).toEqual(readContent());
});
