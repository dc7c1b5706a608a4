/**
 * Finds mistakes in content/ before the build, and says each in a sentence: who edits the texts on a server runs no tests,
 * and visitors would see `{proPrise}`, or a link that leads nowhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadlines, facts } from '../../content/facts.ts';
import { en as inboxEn } from '../../content/inbox/en.ts';
import { ru as inboxRu } from '../../content/inbox/ru.ts';
import { uz as inboxUz } from '../../content/inbox/uz.ts';
import { legalDate } from '../../content/legal/date.ts';
import { links } from '../../content/links.ts';
import { provider } from '../../content/provider.ts';
import { en as staffEn } from '../../content/staff/en.ts';
import { ru as staffRu } from '../../content/staff/ru.ts';
import { uz as staffUz } from '../../content/staff/uz.ts';
import { fill } from '../../contract/fill.ts';
import { type Language, languageCodes } from '../../contract/languages.ts';
import { factValues } from '../../site/i18n/fact-values.ts';
import { type Legal, legalValues } from '../../site/i18n/legal-values.ts';

const files = {
  page: (language: Language) => `content/${language}.json`,
  legal: (language: Language) => `content/legal/${language}.json`,
  inbox: (language: Language) => `content/inbox/${language}.ts`,
  staff: (language: Language) => `content/staff/${language}.ts`,
};
type Part = keyof typeof files;
const parts = Object.keys(files) as Part[];

type Texts = Record<Language, object>;
type Content = Record<Part, Texts> & {
  facts: Record<string, string>;
  days: Record<string, { month: number; day: number }>;
  links: Record<string, string>;
  provider: Record<string, string>;
};

/** Throws a sentence that names the file it could not read. Node names the file when one in TypeScript is broken. */
export function readContent(root = join(import.meta.dirname, '../..')): Content {
  const read = (file: string): object => {
    try {
      // Editors on Windows may put an invisible mark before the first character.
      return JSON.parse(readFileSync(join(root, file), 'utf8').replace(/^\ufeff/, ''));
    } catch (error) {
      const hint = 'The usual cause is a missing comma at the end of the previous line.';
      throw new Error(`${file} cannot be read: ${(error as Error).message}. ${hint}`);
    }
  };
  const inEach = (file: (language: Language) => string) =>
    Object.fromEntries(languageCodes.map((language) => [language, read(file(language))])) as Texts;
  return {
    page: inEach(files.page),
    legal: inEach(files.legal),
    inbox: { uz: inboxUz, en: inboxEn, ru: inboxRu },
    staff: { uz: staffUz, en: staffEn, ru: staffRu },
    days: { ...deadlines, legalDate },
    ...{ facts, links, provider },
  };
}

/** A warning does not stop the build: the page shows the key of a missing text. */
type Mistake = { sentence: string; isWarning?: boolean };

export function contentMistakes(content: Content): Mistake[] {
  const differences = parts.flatMap((part) =>
    compare(
      languageCodes.map((language) => ({ file: files[part](language), value: content[part][language] })),
    ),
  );
  // The other checks read texts that must be there.
  if (differences.some(({ isWarning }) => !isWarning)) return differences;
  const sentences = [
    ...parts.flatMap((part) => unknownPlaceholders(part, content)),
    ...wrongFormats(content),
    ...wrongDays(content.days),
  ];
  return [...differences, ...sentences.map((sentence) => ({ sentence }))];
}

const text = 'a text in "quotes"';
/** The page has room for exactly so many. */
const fixedLists: Record<string, string> = {
  'hero.stats': 'a list of 3',
  'services.packages': 'a list of 3',
  'process.steps': 'a list of 6',
  'why.advantages': 'a list of 6',
};

function kindOf(value: unknown): string {
  if (typeof value === 'string') return value.trim() ? text : 'empty';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null
    ? 'a group in {braces}'
    : (JSON.stringify(value) ?? 'missing');
}

/** Where one language has something else than the other two. */
function compare(places: { file: string; value: unknown }[], key = ''): Mistake[] {
  const kinds = places
    .map(({ value }) => kindOf(value))
    .filter((kind) => /^a (text|list of [1-9]|group)/.test(kind));
  const inTwo = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  const expected = fixedLists[key] ?? inTwo ?? kinds[0] ?? 'filled in';
  const mistakes = places
    .filter(({ value }) => kindOf(value) !== expected)
    .map(({ file, value }) => ({
      sentence: `${file}: ${key || 'the whole file'} is ${kindOf(value)}; it must be ${expected}.`,
      isWarning: value === undefined && expected === text && pageShowsKey(file, key),
    }));
  const right = places.filter(({ value }) => expected !== text && kindOf(value) === expected);
  const inside = new Set(right.flatMap(({ value }) => Object.keys(value as object)));
  const deeper = [...inside].flatMap((name) =>
    compare(
      right.map(({ file, value }) => ({ file, value: (value as Record<string, unknown>)[name] })),
      key ? `${key}.${name}` : name,
    ),
  );
  return [...mistakes, ...deeper];
}

/** Not in a list, where there would be a hole, and not for a price. */
const pageShowsKey = (file: string, key: string) =>
  languageCodes.map(files.page).includes(file) && !/\.\d+(\.|$)/.test(key) && !isPrice(key);

const filledByThePage = ['package', 'number', 'total', 'limit', 'minutes'];

function unknownPlaceholders(part: Part, content: Content): string[] {
  const english = flatten(content[part].en);
  const operation = { retentionDays: 365, hostedProject: null };
  const known = {
    page: () => [...Object.keys(factValues('en')), ...filledByThePage],
    legal: () => Object.keys(legalValues('en', content.legal.en as Legal, operation)),
    inbox: (key: string) => placeholders(english.get(key)),
    staff: (key: string) => placeholders(english.get(key)),
  }[part];
  return languageCodes.flatMap((language) =>
    [...flatten(content[part][language])].flatMap(([key, text]) =>
      placeholders(text)
        .filter((name) => !known(key).includes(name))
        .map((name) => `${files[part](language)}: ${key} uses {${name}}, which is not a known placeholder.`),
    ),
  );
}

const placeholders = (text = '') => [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name);

const isPrice = (key: string) => /^services\.(packages\.\d+|italy)\.price$/.test(key);
const price = /^[$€]\d{1,3}(,\d{3})*$/;
const factFormats: [example: string, format: RegExp, names: (keyof typeof facts)[]][] = [
  ['$1,899', price, ['basicPrice', 'plusPrice', 'proPrice', 'italyPrice', 'italyStipend', 'zoomPrice']],
  ['90%', /^\d{1,3}%$/, ['refundShare', 'refundBelow', 'italyGrant', 'advanceShare', 'afterGrantShare']],
  ['90-100%', /^\d{1,3}(-\d{1,3})?%$/, ['grantRange']],
  ['95%+', /^\d{1,3}%\+?$/, ['highGrant']],
  ['10', /^\d+$/, ['clientsPerSeason', 'italyYears', 'emailHours']],
  ['6.0', /^\d(\.\d)?$/, ['ielts']],
  ['B2', /^[ABC][12]$/, ['cefr']],
  ['24/7', /^\d+\/\d+$/, ['support']],
];

function wrongFormats({ page, facts, links, provider }: Content): string[] {
  const wrong: string[] = [];
  const check = (place: string, value = '', format: RegExp, example: string) => {
    if (!format.test(value)) wrong.push(`${place} is "${value}"; it must look like "${example}".`);
  };
  // Search engines read the prices on the page.
  for (const language of languageCodes)
    for (const [key, text] of flatten(page[language]))
      if (isPrice(key))
        check(`${files.page(language)}: ${key}`, fill(text, factValues(language)), price, '$1,899');
  for (const [example, format, names] of factFormats)
    for (const name of names) check(`content/facts.ts: ${name}`, facts[name], format, example);
  const { email, ...addresses } = links;
  check('content/links.ts: email', email, /^[^\s@:]+@[^\s@]+\.\w+$/, 'info@example.com');
  for (const [name, address] of Object.entries(addresses))
    check(`content/links.ts: ${name}`, address, /^https:\/\/[^\s/.]+\.\S+$/, 'https://t.me/name');
  for (const [name, detail] of Object.entries(provider))
    check(`content/provider.ts: ${name}`, detail.trim(), /\S/, 'Example LLC');
  return wrong;
}

const wrongDays = (days: Content['days']) =>
  Object.entries(days).flatMap(([name, { month, day }]) => {
    const date = new Date(Date.UTC(2027, month - 1, day));
    if (date.getUTCMonth() === month - 1 && date.getUTCDate() === day) return [];
    const file = name === 'legalDate' ? 'content/legal/date.ts' : 'content/facts.ts';
    return [`${file}: ${name} is not a valid date: month ${month}, day ${day}.`];
  });

/** `{ hero: { stats: [{ label }] } }` as `hero.stats.0.label → text`. */
export function flatten(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      value !== null && typeof value === 'object'
        ? [...flatten(value, `${prefix}${key}.`)]
        : [[prefix + key, value]],
    ),
  );
}
