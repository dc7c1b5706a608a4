/**
 * What was mistyped in content/, a sentence each. Where the site is served, a word is changed and the site built, and nobody
 * runs a test: visitors would read `{proPrise}` or `nav.contact`, and press links that lead nowhere.
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
import type { ListKey } from '../../site/i18n/translate.ts';
import { parseJson } from './parse-json.ts';

type Words = Record<Language, object>;
type Content = {
  page: Words;
  legal: Words;
  inbox: Words;
  staff: Words;
  facts: Record<string, string>;
  days: Record<string, { month: number; day: number }>;
  links: Record<string, string>;
  provider: Record<string, string>;
};

const root = join(import.meta.dirname, '../..');

/** `folder`: where the texts of the pages lie. The rest are programs: Node itself says what is wrong with those. */
export function readContent(folder = join(root, 'content')): { content: Content } | { broken: string[] } {
  const broken: string[] = [];
  const read = (path: string): object => {
    try {
      return parseJson(readFileSync(join(folder, path), 'utf8'));
    } catch (error) {
      const hint = 'The usual cause is a missing comma at the end of the previous line.';
      broken.push(`content/${path} cannot be read: ${(error as Error).message}. ${hint}`);
      return {};
    }
  };
  const inEach = (path: (language: Language) => string) =>
    Object.fromEntries(languageCodes.map((language) => [language, read(path(language))])) as Words;
  const content = {
    page: inEach((language) => `${language}.json`),
    legal: inEach((language) => `legal/${language}.json`),
    inbox: { uz: inboxUz, en: inboxEn, ru: inboxRu },
    staff: { uz: staffUz, en: staffEn, ru: staffRu },
    ...{ facts, links, provider },
    days: { ...deadlines, legalDate },
  };
  return broken.length > 0 ? { broken } : { content };
}

const files = {
  page: (language: Language) => `content/${language}.json`,
  legal: (language: Language) => `content/legal/${language}.json`,
  inbox: (language: Language) => `content/inbox/${language}.ts`,
  staff: (language: Language) => `content/staff/${language}.ts`,
};
type Room = keyof typeof files;
const rooms = Object.keys(files) as Room[];

/** No mistake that keeps the page from being built: a missing text shows its key. */
export const untranslated = ({ page }: Content): string[] =>
  shapeFaults('page', page)
    .filter(showsItsKey)
    .map(({ sentence }) => `${sentence} The page shows the key instead.`);

export function contentMistakes(content: Content): string[] {
  const misshapen = rooms.flatMap((room) =>
    shapeFaults(room, content[room]).filter((fault) => room !== 'page' || !showsItsKey(fault)),
  );
  // The others look into texts that have to be there.
  if (misshapen.length > 0) return misshapen.map(({ sentence }) => sentence);
  return [
    ...unknownNames(content),
    ...wrongPrices(content),
    ...wrongFacts(content),
    ...wrongDays(content),
    ...wrongLinks(content),
    ...emptyProvider(content),
  ];
}

const text = 'a text, between " and "';
const listOf = (length: number) => `a list of ${length}, between [ and ], in every language`;

/** Lists of another length do not fit into the page. */
const fixedLists: { [Key in ListKey]?: string } = {
  // Side by side in the social picture.
  'hero.stats': listOf(3),
  // The third is the popular one.
  'services.packages': listOf(3),
  // Each has a drawing.
  'process.steps': listOf(6),
  // Two large ones, and four in a row.
  'why.advantages': listOf(6),
};

/** What is to be written there; of nothing and of what is empty nobody knows. */
function shapeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() ? text : undefined;
  if (Array.isArray(value)) return value.length > 0 ? listOf(value.length) : undefined;
  return typeof value === 'object' && value !== null ? 'a group, between { and }' : undefined;
}

function described(value: unknown): string {
  if (typeof value === 'string' && !value.trim()) return 'empty';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'a group' : JSON.stringify(value);
}

type Fault = { key: string; sentence: string; isMissingText: boolean };
type Place = { file: string; value: unknown };

/** Where one language has another shape than the others, of which the majority is right. */
function shapeFaults(room: Room, words: Words): Fault[] {
  return compare(languageCodes.map((language) => ({ file: files[room](language), value: words[language] })));
}

function compare(places: Place[], key = ''): Fault[] {
  const shapes = places.flatMap(({ value }) => shapeOf(value) ?? []);
  const shape = fixedLists[key as ListKey] ?? mostOf(shapes) ?? 'something';
  const right = places.filter(({ value }) => shapeOf(value) === shape);
  const wrong = places.filter((place) => !right.includes(place));
  const steps = shape === text ? [] : right.flatMap(({ value }) => Object.keys(value as object));
  return [
    ...wrong.map(({ file, value }) => {
      const isMissing = value === undefined;
      const sentence = isMissing
        ? `${file} is missing ${key}, which ${places.find((place) => place.value !== undefined)?.file} has.`
        : `${file}: ${key || 'the whole file'} is ${described(value)}; it must be ${shape}.`;
      return { key, sentence, isMissingText: isMissing && shape === text };
    }),
    ...[...new Set(steps)].flatMap((step) =>
      compare(
        right.map(({ file, value }) => ({ file, value: (value as Record<string, unknown>)[step] })),
        key ? `${key}.${step}` : step,
      ),
    ),
  ];
}

/** Not of what is in a list, where there would be a hole, nor of a price. */
const showsItsKey = ({ key, isMissingText }: Fault) =>
  isMissingText && !/\.\d+(\.|$)/.test(key) && !isPrice(key);

/** What is there more than once; where all differ, the first. */
const mostOf = (shapes: string[]): string | undefined =>
  shapes.find((shape, index) => shapes.indexOf(shape) !== index) ?? shapes[0];

/** Not facts: the page fills them in where they stand. */
const putInByThePage: Record<string, string[]> = {
  'services.startPackage': ['package'],
  'process.position': ['number', 'total'],
  'contact.full': ['limit'],
  'contact.waitHint': ['minutes'],
};

function unknownNames(content: Content): string[] {
  // They are the same in each language.
  const inFacts = Object.keys(factValues('en'));
  const operation = { retentionDays: 365, hostedProject: null };
  const inLegal = Object.keys(legalValues('en', content.legal.en as Legal, operation));
  const known: Record<Room, (key: string) => string[]> = {
    page: (key) => [...inFacts, ...(putInByThePage[key] ?? [])],
    legal: () => inLegal,
    inbox: namesInEnglish(content.inbox),
    staff: namesInEnglish(content.staff),
  };
  return rooms.flatMap((room) =>
    languageCodes.flatMap((language) =>
      [...flatten(content[room][language])].flatMap(([key, text]) =>
        namesIn(text)
          .filter((name) => !known[room](key).includes(name))
          .map(
            (name) => `${files[room](language)}: ${key} uses {${name}}, which is not a known placeholder.`,
          ),
      ),
    ),
  );
}

function namesInEnglish({ en }: Words) {
  const english = flatten(en);
  return (key: string) => namesIn(english.get(key) ?? '');
}

const namesIn = (text: string) => [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name);

const money = [/^[$€]\d{1,3}(,\d{3})*$/, '$1,899'] as const;
const share = [/^\d{1,3}%$/, '90%'] as const;
const number = [/^\d+$/, '10'] as const;
/** In the way the page and the search data read them. */
const shapes: Record<keyof typeof facts, readonly [RegExp, string]> = {
  grantRange: [/^\d{1,3}(-\d{1,3})?%$/, '90-100%'],
  refundShare: share,
  refundBelow: share,
  clientsPerSeason: number,
  basicPrice: money,
  plusPrice: money,
  proPrice: money,
  italyPrice: money,
  italyGrant: share,
  italyStipend: money,
  italyYears: number,
  advanceShare: share,
  afterGrantShare: share,
  zoomPrice: money,
  ielts: [/^\d(\.\d)?$/, '6.0'],
  cefr: [/^[ABC][12]$/, 'B2'],
  highGrant: [/^\d{1,3}%\+?$/, '95%+'],
  emailHours: number,
  support: [/^\d+\/\d+$/, '24/7'],
};

/** Search engines read them, too. */
const wrongPrices = ({ page }: Content) =>
  languageCodes.flatMap((language) =>
    [...flatten(page[language])]
      .filter(([key, text]) => isPrice(key) && !money[0].test(fill(text, factValues(language))))
      .map(
        ([key, text]) =>
          `${files.page(language)}: ${key} is "${text}"; it must be just a price, like "{proPrice}".`,
      ),
  );
const isPrice = (key: string) => /^services\.(packages\.\d+|italy)\.price$/.test(key);

const wrongFacts = ({ facts }: Content) =>
  Object.entries(shapes)
    .filter(([name, [shape]]) => !shape.test(facts[name] ?? ''))
    .map(([name, [, like]]) => `content/facts.ts: ${name} is "${facts[name]}"; it must look like "${like}".`);

function wrongDays({ days }: Content): string[] {
  return Object.entries(days).flatMap(([name, { month, day }]) => {
    const date = new Date(Date.UTC(2027, month - 1, day));
    if (date.getUTCMonth() === month - 1 && date.getUTCDate() === day) return [];
    const file = name === 'legalDate' ? 'content/legal/date.ts' : 'content/facts.ts';
    return [`${file}: ${name} is not a valid date: month ${month}, day ${day}.`];
  });
}

const wrongLinks = ({ links }: Content) =>
  Object.entries(links).flatMap(([name, link]) => {
    const [isRight, like] =
      name === 'email'
        ? [/^[^\s@:]+@[^\s@]+\.\w+$/.test(link), 'info@example.com']
        : [/^https:\/\/\S+$/.test(link) && URL.canParse(link), 'https://t.me/name'];
    return isRight
      ? []
      : [`content/links.ts: ${name} is "${link}"; it must be a full address, like ${like}.`];
  });

const emptyProvider = ({ provider }: Content) =>
  Object.keys(provider)
    .filter((name) => !provider[name]?.trim())
    .map((name) => `content/provider.ts: ${name} is empty.`);

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
