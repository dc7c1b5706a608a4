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
import { type Language, languageCodes } from '../../contract/languages.ts';
import { factValues } from '../../site/i18n/fact-values.ts';
import { type Legal, legalValues } from '../../site/i18n/legal-values.ts';
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
  missingTexts('page', page).map((lack) => `${lack} Its name is shown instead.`);

export function contentMistakes(content: Content): string[] {
  const noTexts = rooms.flatMap((room) => valuesThatAreNoTexts(room, content[room]));
  if (noTexts.length > 0) return noTexts;
  const missing = rooms
    .filter((room) => room !== 'page')
    .flatMap((room) => missingTexts(room, content[room]));
  // What is filled in is looked up in texts that have to be there.
  if (missing.length > 0) return missing;
  const operation = { retentionDays: 365, hostedProject: null };
  const known: Record<Room, (language: Language, key: string) => string[]> = {
    page: (language, key) => [...Object.keys(factValues(language)), ...(putInByThePage[key] ?? [])],
    legal: (language) => Object.keys(legalValues(language, content.legal[language] as Legal, operation)),
    inbox: namesInEnglish(content.inbox),
    staff: namesInEnglish(content.staff),
  };
  return [
    ...rooms.flatMap((room) => unknownNames(room, content[room], known[room])),
    ...wrongFacts(content),
    ...wrongDays(content),
    ...wrongLinks(content),
    ...emptyProvider(content),
  ];
}

function valuesThatAreNoTexts(room: Room, words: Words): string[] {
  return languageCodes.flatMap((language) =>
    [...flatten(words[language])]
      .filter(([, value]) => typeof value !== 'string')
      .map(([key, value]) => `${files[room](language)}: ${key} is ${value}; write a text, between " and ".`),
  );
}

function missingTexts(room: Room, words: Words): string[] {
  const texts = languageCodes.map((language) => ({
    language,
    keys: new Set(flatten(words[language]).keys()),
  }));
  const all = [...new Set(texts.flatMap(({ keys }) => [...keys]))];
  return all.flatMap((key) => {
    const other = texts.find(({ keys }) => keys.has(key))?.language as Language;
    return texts
      .filter(({ keys }) => !keys.has(key))
      .map(({ language }) => `${files[room](language)} lacks ${key}, which ${files[room](other)} has.`);
  });
}

/** Not facts: the page fills them in where they stand. */
const putInByThePage: Record<string, string[]> = {
  'services.startPackage': ['package'],
  'process.position': ['number', 'total'],
  'contact.full': ['limit'],
  'contact.waitHint': ['minutes'],
};

function unknownNames(
  room: Room,
  words: Words,
  known: (language: Language, key: string) => string[],
): string[] {
  return languageCodes.flatMap((language) =>
    [...flatten(words[language])].flatMap(([key, text]) =>
      namesIn(text)
        .filter((name) => !known(language, key).includes(name))
        .map((name) => `${files[room](language)}: ${key} names {${name}}, which nothing fills in.`),
    ),
  );
}

function namesInEnglish({ en }: Words) {
  const english = flatten(en);
  return (_: Language, key: string) => namesIn(english.get(key) ?? '');
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
