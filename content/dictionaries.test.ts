import { describe, expect, test } from 'vitest';
import { fill } from '../contract/fill.ts';
import { type Language, languageCodes, languages, monthsIn } from '../contract/languages.ts';
import { legalValues } from '../site/i18n/legal-values.ts';
import { flatten } from './content.ts';
import { defaultContent } from './default-content.ts';
import en from './en.json';
import { facts } from './facts.ts';
import { fixed } from './fixed.ts';
import legalEn from './legal/en.json';
import legalRu from './legal/ru.json';
import legalUz from './legal/uz.json';
import ru from './ru.json';
import { translatorNotes } from './translator-notes.ts';
import uz from './uz.json';

const texts = {
  uz: flatten({ ...uz, legal: legalUz }),
  en: flatten({ ...en, legal: legalEn }),
  ru: flatten({ ...ru, legal: legalRu }),
};
const hosting = { retentionDays: 365, supabaseProject: null };
const values = {
  uz: legalValues(defaultContent, 'uz', legalUz, hosting),
  en: legalValues(defaultContent, 'en', legalEn, hosting),
  ru: legalValues(defaultContent, 'ru', legalRu, hosting),
};
const pairs = [
  ['uz', 'en'],
  ['uz', 'ru'],
  ['en', 'ru'],
] as const;

describe.each(languageCodes)('the dictionary in %s', (language) => {
  const own = texts[language];
  const offending = (is: (text: string, key: string) => boolean) =>
    [...own].filter(([key, text]) => is(text, key)).map(([key, text]) => `${key}: ${text}`);

  test('has no empty text and no stray space', () => {
    expect(offending((text) => text === '' || text !== text.trim() || / {2}/.test(text))).toEqual([]);
  });

  test('has the same placeholders in the same texts as the English one', () => {
    const named = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g))].sort();
    expect([...own].map(([key, text]) => [key, named(text)])).toEqual(
      [...own.keys()].map((key) => [key, named(texts.en.get(key))]),
    );
  });

  test('has no price, share or score of its own; those are in facts.ts', () => {
    const numbers = [...Object.values(facts)].filter((fact) => /[$€%/.]/.test(fact));
    expect(offending((text) => numbers.some((fact) => text.includes(fact)))).toEqual([]);
    expect(offending((text) => /[$€]\s?\d|\d\s?[$€%]/.test(text))).toEqual([]);
  });
});

test('every note for translators is about a text that exists', () => {
  const known = new Set([...texts.en.keys()].map((key) => key.replaceAll(/\.\d+/g, '.*')));
  expect(Object.keys(translatorNotes).filter((key) => !known.has(key))).toEqual([]);
});

/** Three columns share a phone's 320 px; a longer word would push the others out. */
test.each(languageCodes)('every word of the comparison in %s fits into a third of a phone', (language) => {
  const words = [...texts[language]]
    .filter(([key]) => /^why\.comparison\.(?!title)/.test(key))
    .flatMap(([, text]) => fill(text, values[language]).split(/[\s/]+/));
  expect(words.filter((word) => [...word].length > 14)).toEqual([]);
});

test.each([
  ['uz', /(?<![.!?] |^)(?<!\p{L})Siz(?:ning|ga|ni|dan|da|lar)?(?!\p{L})/u],
  ['ru', /(?<![.!?] |^)(?<!\p{L})(?:Вы|Вас|Вам|Вами|Ваш\p{L}{0,3})(?!\p{L})/u],
] as const)('%s capitalizes "you" only at the beginning of a sentence', (language, capital) => {
  expect([...texts[language].values()].filter((text) => capital.test(text))).toEqual([]);
});

/** Claims the specification does not make: superlatives, trust of others, numbers of clients, reserved seats, visas. */
const unclaimed: Record<Language, RegExp> = {
  en: /\b(?:most|best|biggest|largest|leading|fastest|cheapest|unique|trust(?:ed|s)|(?:students|people|families|clients) trust|secured?|reserved?|hundreds|thousands|experts?|experienced?|partners?|always succeed|visa guarantee)\b/i,
  uz: /(?<!\p{L})(?:eng (?!kam)|yetakchi|yagona|ishonadi|ishonishadi|band qil|yuzlab|minglab|mutaxassis|tajriba|hamkorlarimiz|viza kafolat)/iu,
  ru: /(?<!\p{L})(?:сам(?:ый|ая|ое|ые|ого|ой|ому|ым|ыми|ых|ую)(?!\p{L})|лучш|наибольш|крупнейш|единственн|уникальн|доверяют|закреп|за вами|сотни|тысяч|эксперт|опытн|партн[её]р|гарантия визы)/iu,
};
test.each(languageCodes)('%s makes no claims beyond the specification', (language) => {
  expect([...texts[language]].filter(([, text]) => unclaimed[language].test(text))).toEqual([]);
});

test.each(pairs)('%s and %s share only names and international words', (one, other) => {
  const shared = new Set(['Basic', 'Plus', 'Pro', 'SAT', 'DS-160', 'E-mail', 'Grant']);
  const same = [...texts[one]].filter(
    ([key, text]) =>
      text === texts[other].get(key) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')) && !shared.has(text),
  );
  expect(same).toEqual([]);
});

test('Uzbek has U+02BB after o and g, U+02BC elsewhere, and “…” quotes', () => {
  const all = [...texts.uz.values(), fixed.faqHeading, languages.uz.name, ...monthsIn('uz')];
  expect(all.filter((text) => /['`´‘’‛ʹʽʾʿˈ′«»"]/.test(text))).toEqual([]);
  expect(all.filter((text) => /(?<![oOgG])ʻ/.test(text))).toEqual([]);
  expect(all.filter((text) => text.includes('ʻ')).length).toBeGreaterThan(20);
});

test.each(['uz', 'en'] as const)('%s has Latin letters only', (language) => {
  expect(
    [...texts[language].values()].filter((text) => /(?!\p{Script=Latin})[\p{L}--[ʻʼ]]/v.test(text)),
  ).toEqual([]);
});

test('Russian has Cyrillic words, and Latin only in names', () => {
  const names =
    /\b(IELTS|IP|Duolingo|TOEFL|SAT|DS-160|Telegram|Zoom|Basic|Plus|Pro|E-mail|e-mail|cookie|gap year|Global Privacy Control|Do Not Track|imya@mail\.com)\b/g;
  const latin = [...texts.ru.values()].filter((text) =>
    /\p{Script=Latin}/u.test(text.replaceAll(/\{\w+\}/g, '').replaceAll(names, '')),
  );
  expect(latin).toEqual([]);
});
