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
      const hint = 'Often a comma is missing at the end of the line before.';
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
  faults('page', page)
    .filter(({ keyIsShown }) => keyIsShown)
    .map(({ sentence }) => `${sentence} Its name is shown instead.`);

export function contentMistakes(content: Content): string[] {
  const misshapen = rooms.flatMap((room) => faults(room, content[room])).filter((fault) => !fault.keyIsShown);
  // The others look into texts that have to be there.
  if (misshapen.length > 0) return misshapen.map(({ sentence }) => sentence);
  const operation = { retentionDays: 365, hostedProject: null };
  const known: Record<Room, KnownNames> = {
    page(language) {
      const facts = Object.keys(factValues(language));
      return (key) => [...facts, ...(putInByThePage[key] ?? [])];
    },
    legal(language) {
      const names = Object.keys(legalValues(language, content.legal[language] as Legal, operation));
      return () => names;
    },
    inbox: namesInEnglish(content.inbox),
    staff: namesInEnglish(content.staff),
  };
  return [
    ...rooms.flatMap((room) => unknownNames(room, content[room], known[room])),
    ...wrongPrices(content),
    ...wrongFacts(content),
    ...wrongDays(content),
    ...wrongLinks(content),
    ...emptyProvider(content),
  ];
}

/** `keyIsShown`: of a text that is missing. */
type Fault = { sentence: string; keyIsShown?: boolean };
type Place = { file: string; value: unknown };

const kinds = {
  text: 'a text, between " and "',
  list: 'a list, between [ and ]',
  group: 'a group, between { and }',
};
type Kind = keyof typeof kinds;

/** How many entries a list must have; null: as many as in the other languages. */
const lengths: Record<ListKey, number | null> = {
  // Side by side in the social picture.
  'hero.stats': 3,
  // The third is the popular one.
  'services.packages': 3,
  // Each has a drawing.
  'process.steps': 6,
  // Two large ones, and four in a row.
  'why.advantages': 6,
  'why.comparison.rows': null,
  'faq.items': null,
};

/** Where one language has another shape than the others, of which the majority is right. */
function faults(room: Room, words: Words): Fault[] {
  const places = languageCodes.map((language) => ({ file: files[room](language), value: words[language] }));
  return compare(places, '', room === 'page');
}

/** `showsKeys`: not of what is in a list, nor of anything that is no text: there would be a hole. */
function compare(places: Place[], key: string, showsKeys: boolean): Fault[] {
  const kind = mostOf(places.flatMap(({ value }) => kindOf(value) ?? [])) ?? 'text';
  const right = places.filter(({ value }) => kindOf(value) === kind);
  const wrong = places
    .filter((place) => !right.includes(place))
    .map(({ file, value }) =>
      value === undefined
        ? {
            sentence: `${file} lacks ${key}, which ${right[0]?.file} has.`,
            keyIsShown: showsKeys && kind === 'text' && !isPrice(key),
          }
        : { sentence: `${file}: ${key || 'all of it'} is ${described(value)}; write ${kinds[kind]}.` },
    );
  if (kind === 'text') return [...wrong, ...emptyTexts(right, key)];
  if (kind === 'list') return [...wrong, ...compareLists(right, key)];
  return [...wrong, ...compareItems(right, key, showsKeys)];
}

function compareLists(places: Place[], key: string): Fault[] {
  const lengthOf = ({ value }: Place) => (value as unknown[]).length;
  const must = lengths[key as ListKey] ?? mostOf(places.map(lengthOf).filter(Boolean)) ?? 1;
  const isWhole = (place: Place) => lengthOf(place) === must;
  const where = lengths[key as ListKey] ? '' : ' in every language';
  return [
    ...places
      .filter((place) => !isWhole(place))
      .map((place) => ({
        sentence: `${place.file}: ${key} has a length of ${lengthOf(place)}; it must be ${must}${where}.`,
      })),
    ...compareItems(places.filter(isWhole), key, false),
  ];
}

function compareItems(places: Place[], key: string, showsKeys: boolean): Fault[] {
  const steps = new Set(places.flatMap(({ value }) => Object.keys(value as object)));
  return [...steps].flatMap((step) =>
    compare(
      places.map(({ file, value }) => ({ file, value: (value as Record<string, unknown>)[step] })),
      key ? `${key}.${step}` : step,
      showsKeys,
    ),
  );
}

const emptyTexts = (places: Place[], key: string): Fault[] =>
  places
    .filter(({ value }) => (value as string).trim() === '')
    .map(({ file }) => ({ sentence: `${file}: ${key} is empty; write ${kinds.text}.` }));

function kindOf(value: unknown): Kind | undefined {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'group' : undefined;
}

function described(value: unknown): string {
  const kind = kindOf(value);
  return kind === 'list' || kind === 'group' ? `a ${kind}` : JSON.stringify(value);
}

/** What is there more than once; where all differ, the first. */
const mostOf = <Value>(values: Value[]): Value | undefined =>
  values.find((value) => values.indexOf(value) !== values.lastIndexOf(value)) ?? values[0];

/** Not facts: the page fills them in where they stand. */
const putInByThePage: Record<string, string[]> = {
  'services.startPackage': ['package'],
  'process.position': ['number', 'total'],
  'contact.full': ['limit'],
  'contact.waitHint': ['minutes'],
};

/** What may stand in braces in the text of a key. */
type KnownNames = (language: Language) => (key: string) => string[];

const unknownNames = (room: Room, words: Words, known: KnownNames): string[] =>
  languageCodes.flatMap((language) => {
    const knownAt = known(language);
    return [...flatten(words[language])].flatMap(([key, text]) =>
      namesIn(text)
        .filter((name) => !knownAt(key).includes(name))
        .map((name) => `${files[room](language)}: ${key} names {${name}}, which nothing fills in.`),
    );
  });

function namesInEnglish({ en }: Words): KnownNames {
  const english = flatten(en);
  return () => (key) => namesIn(english.get(key) ?? '');
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
          `${files.page(language)}: ${key} is "${text}"; write nothing but a price, like "{proPrice}".`,
      ),
  );
const isPrice = (key: string) => /^services\.(packages\.\d+|italy)\.price$/.test(key);

const wrongFacts = ({ facts }: Content) =>
  Object.entries(shapes)
    .filter(([name, [shape]]) => !shape.test(facts[name] ?? ''))
    .map(([name, [, like]]) => `content/facts.ts: ${name} is "${facts[name]}"; write it like "${like}".`);

function wrongDays({ days }: Content): string[] {
  return Object.entries(days).flatMap(([name, { month, day }]) => {
    const date = new Date(Date.UTC(2027, month - 1, day));
    if (date.getUTCMonth() === month - 1 && date.getUTCDate() === day) return [];
    const file = name === 'legalDate' ? 'content/legal/date.ts' : 'content/facts.ts';
    return [`${file}: ${name} is no day of the year: month ${month}, day ${day}.`];
  });
}

const wrongLinks = ({ links }: Content) =>
  Object.entries(links).flatMap(([name, link]) => {
    const [isRight, like] =
      name === 'email'
        ? [/^[^\s@:]+@[^\s@]+\.\w+$/.test(link), 'info@example.com']
        : [/^https:\/\/\S+$/.test(link) && URL.canParse(link), 'https://t.me/name'];
    return isRight ? [] : [`content/links.ts: ${name} is "${link}"; write it whole, like ${like}.`];
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
