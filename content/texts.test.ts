import { describe, expect, test } from 'vitest';
import { fill } from '#contract/fill.ts';
import { type Language, languageCodes, languages, monthsIn } from '#contract/languages.ts';
import { legalValues } from '#site/i18n/legal-values.ts';
import { flatten } from './content.ts';
import { defaultContent } from './default-content.ts';
import en from './en.json';
import { facts } from './facts.ts';
import { fixed } from './fixed.ts';
import { en as enInbox } from './inbox/en.ts';
import { ru as ruInbox } from './inbox/ru.ts';
import { uz as uzInbox } from './inbox/uz.ts';
import legalEn from './legal/en.json';
import legalRu from './legal/ru.json';
import legalUz from './legal/uz.json';
import ru from './ru.json';
import { en as enStaff } from './staff/en.ts';
import { ru as ruStaff } from './staff/ru.ts';
import { uz as uzStaff } from './staff/uz.ts';
import { textLimits } from './text-limits.ts';
import uz from './uz.json';

const page = {
  uz: flatten({ ...uz, legal: legalUz }),
  en: flatten({ ...en, legal: legalEn }),
  ru: flatten({ ...ru, legal: legalRu }),
};
/** The inbox, and the messages to the staff. */
const inbox = {
  uz: flatten({ ...uzInbox, staff: uzStaff }),
  en: flatten({ ...enInbox, staff: enStaff }),
  ru: flatten({ ...ruInbox, staff: ruStaff }),
};
const withoutPlaceholders = (text: string) => text.replaceAll(/\{\w+\}/g, '');

describe.each([
  ['page', page],
  ['inbox', inbox],
])('the texts of the %s', (_, texts) => {
  describe.each(languageCodes)('in %s', (language) => {
    const own = texts[language];
    const offending = (is: (text: string) => boolean) =>
      [...own].filter(([, text]) => is(text)).map(([key, text]) => `${key}: ${text}`);

    test('are not empty and have no stray spaces', () => {
      expect(offending((text) => text === '' || text !== text.trim() || / {2}/.test(text))).toEqual([]);
    });

    test('have the same placeholders as in English', () => {
      const named = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g))].sort();
      expect([...own].map(([key, text]) => [key, named(text)])).toEqual(
        [...own.keys()].map((key) => [key, named(texts.en.get(key))]),
      );
      expect(offending((text) => /[{}]/.test(withoutPlaceholders(text)))).toEqual([]);
    });

    test('have letters of the language only, except in names', () => {
      const names =
        /\b(IELTS|CEFR|IP|Duolingo|TOEFL|SAT|DS-160|Zoom|Esc|content\/[\w.]+|Telegram|Instagram|E-mail|e-mail|CSV|QR|SVG|PNG|SITE_URL|Basic|Plus|Pro|BotFather|Excel|reels12|other|cookie|gap year|Global Privacy Control|Do Not Track|imya@mail\.com|TELEGRAM_\w+(=off)?)\b|\/(?:add|start|find|today|export|link|help|new)\b/g;
      const foreign = language === 'ru' ? /\p{Script=Latin}/u : /(?!\p{Script=Latin})[\p{L}--[ʻʼ]]/v;
      expect(offending((text) => foreign.test(withoutPlaceholders(text).replaceAll(names, '')))).toEqual([]);
    });
  });

  test.each([
    ['uz', 'en'],
    ['uz', 'ru'],
    ['en', 'ru'],
  ] as const)('in %s and %s differ, except for names and international words', (one, other) => {
    const shared = /^(Basic|Plus|Pro|SAT|DS-160|IELTS|Telegram|Instagram|E-mail|Spam|Post|Grant)$/;
    const same = [...texts[one]].filter(
      ([key, text]) =>
        text === texts[other].get(key) && /\p{L}/u.test(withoutPlaceholders(text)) && !shared.test(text),
    );
    expect(same).toEqual([]);
  });

  test.each([
    ['uz', /(?<![.!?] |^)(?<!\p{L})Siz(?:ning|ga|ni|dan|da|lar)?(?!\p{L})/u],
    ['ru', /(?<![.!?] |^)(?<!\p{L})(?:Вы|Вас|Вам|Вами|Ваш\p{L}{0,3})(?!\p{L})/u],
  ] as const)('in %s capitalize "you" only at the beginning of a sentence', (language, capital) => {
    expect([...texts[language].values()].filter((text) => capital.test(text))).toEqual([]);
  });

  test('in Uzbek have U+02BB after o and g, and U+02BC elsewhere', () => {
    const all = [...texts.uz.values(), fixed.faqHeading, languages.uz.name, ...monthsIn('uz')];
    expect(all.filter((text) => /['`´‘’‛ʹʽʾʿˈ′]/.test(text))).toEqual([]);
    expect(all.filter((text) => /(?<![oOgG])ʻ/.test(text))).toEqual([]);
    expect(all.filter((text) => text.includes('ʻ')).length).toBeGreaterThan(20);
  });
});

describe.each(languageCodes)('the page in %s', (language) => {
  const texts = [...page[language]];

  test('has no price, share or score of its own; those are in facts.ts', () => {
    const numbers = Object.values(facts).filter((fact) => /[$€%/.]/.test(fact));
    expect(texts.filter(([, text]) => numbers.some((fact) => text.includes(fact)))).toEqual([]);
    expect(texts.filter(([, text]) => /[$€]\s?\d|\d\s?[$€%]/.test(text))).toEqual([]);
  });

  /** Three columns share a phone's 320 px; a longer word would push the others out. */
  test('has words in the comparison that fit into a third of a phone', () => {
    const legal = { uz: legalUz, en: legalEn, ru: legalRu }[language];
    const legalSettings = { retentionDays: 365, supabaseProject: null };
    const values = legalValues(defaultContent, language, legal, legalSettings);
    const words = texts
      .filter(([key]) => /^why\.comparison\.(?!title)/.test(key))
      .flatMap(([, text]) => fill(text, values).split(/[\s/]+/));
    expect(words.filter((word) => [...word].length > 14)).toEqual([]);
  });

  /** Claims that the company cannot prove: superlatives, trust of others, numbers of clients, reserved seats, visas. */
  const forbiddenClaims: Record<Language, RegExp> = {
    en: /\b(?:most|best|biggest|largest|leading|fastest|cheapest|unique|trust(?:ed|s)|(?:students|people|families|clients) trust|secured?|reserved?|hundreds|thousands|experts?|experienced?|partners?|always succeed|visa guarantee)\b/i,
    uz: /(?<!\p{L})(?:eng (?!kam)|yetakchi|yagona|ishonadi|ishonishadi|band qil|yuzlab|minglab|mutaxassis|tajriba|hamkorlarimiz|viza kafolat)/iu,
    ru: /(?<!\p{L})(?:сам(?:ый|ая|ое|ые|ого|ой|ому|ым|ыми|ых|ую)(?!\p{L})|лучш|наибольш|крупнейш|единственн|уникальн|доверяют|закреп|за вами|сотни|тысяч|эксперт|опытн|партн[её]р|гарантия визы)/iu,
  };
  test('makes no claims that the company cannot prove', () => {
    expect(texts.filter(([, text]) => forbiddenClaims[language].test(text))).toEqual([]);
  });
});

test('the page in Uzbek has “…” quotes', () => {
  expect([...page.uz].filter(([, text]) => /[«»"]/.test(text))).toEqual([]);
});

/** Words of the inbox that were replaced, so that each thing has one name. */
test.each([
  ['en', /\b(?:figures|closed|e-mail|erased?|given up|dead|notices?|store|somebody|everybody|whoever)\b/i],
  ['uz', /Yopildi|bosishlar|serverga qaraydigan|murojaatlar raqam|«|»/iu],
  ['ru', /Закрыта|входящие|отвечает за сервер|обращени|посещени/iu],
] as const)('the texts of the inbox in %s use the words of the glossary', (language, retired) => {
  expect([...inbox[language]].filter(([, text]) => retired.test(text))).toEqual([]);
});

test('every note for translators is about a text that exists', () => {
  const known = new Set([...page.en.keys()].map((key) => key.replaceAll(/\.\d+/g, '.*')));
  expect(Object.keys(textLimits).filter((key) => !known.has(key))).toEqual([]);
});

test.each(languageCodes)('the inbox in %s fits on a phone', (language) => {
  const maxLengths: [RegExp, number][] = [
    [/^nav\.(?:leads|stats|site|delivery)$/, 12],
    [/^tabs\.(?!label)/, 10],
    [/^status\./, 13],
    [/^lead\.(?:call|telegram|mail)$/, 12],
    [/^list\.(?:today|week|month)$/, 8],
    [/^list\.searchHint$/, 14],
    [/^stats\.(?:week|month|quarter|year)$/, 8],
    [/^stats\.columns\./, 8],
    [/^stats\.links$/, 16],
    [/^time\./, 10],
  ];
  for (const [keys, max] of maxLengths) {
    const texts = [...inbox[language]].filter(([key]) => keys.test(key));
    expect(texts.filter(([, text]) => [...withoutPlaceholders(text)].length > max)).toEqual([]);
  }
});

test.each(['en', 'ru'] as const)(
  'the inbox in %s has no word that depends on the number before it',
  (language) => {
    // The number in these two never changes.
    const constant = ['staff.bot.lastDays', 'staff.code.rule'];
    const inflected = /\{(?:count|minutes|left)\} (?!(?:min|h|d|more|мин|ч|дн)(?!\p{L}))\p{L}/u;
    const variable = [...inbox[language]].filter(([key]) => !constant.includes(key));
    expect(variable.filter(([, text]) => inflected.test(text))).toEqual([]);
  },
);
