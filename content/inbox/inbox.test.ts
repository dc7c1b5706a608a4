/** The inbox and the staff's messages follow the same rules in all three languages. */
import { describe, expect, test } from 'vitest';
import { languageCodes } from '../../contract/languages.ts';
import { flatten } from '../content.ts';
import { en as enStaff } from '../staff/en.ts';
import { ru as ruStaff } from '../staff/ru.ts';
import { uz as uzStaff } from '../staff/uz.ts';
import { en } from './en.ts';
import { ru } from './ru.ts';
import { uz } from './uz.ts';

const texts = {
  uz: flatten({ ...uz, staff: uzStaff }),
  en: flatten({ ...en, staff: enStaff }),
  ru: flatten({ ...ru, staff: ruStaff }),
};
const without = (text: string) => text.replaceAll(/\{\w+\}/g, '');

describe.each(languageCodes)('the words of the inbox and of the staff’s messages in %s', (language) => {
  const own = texts[language];
  const offending = (is: (text: string) => boolean) =>
    [...own].filter(([, text]) => is(text)).map(([key, text]) => `${key}: ${text}`);

  test('leave no text empty and no space at an end or doubled', () => {
    expect(offending((text) => text === '' || text !== text.trim() || / {2}/.test(text))).toEqual([]);
  });

  test('name the same values in the same texts as the English ones', () => {
    const named = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g))].sort();
    expect([...own].map(([key, text]) => [key, named(text)])).toEqual(
      [...own.keys()].map((key) => [key, named(texts.en.get(key))]),
    );
    expect(offending((text) => /[{}]/.test(without(text)))).toEqual([]);
  });

  test('have one word for copying', () => {
    expect(own.get('links.copy')).toBe(own.get('lead.copy'));
    expect(own.get('lead.copyAll')?.toLowerCase()).toContain(own.get('lead.copy')?.toLowerCase());
  });

  test('keep within the room a phone has for them', () => {
    const maxLengths: [RegExp, number][] = [
      [/^nav\.(?:leads|stats|site|health)$/, 12],
      [/^tabs\.(?!label)/, 10],
      [/^status\./, 13],
      [/^lead\.(?:call|telegram|mail)$/, 12],
      [/^list\.(?:today|week|month)$/, 8],
      [/^list\.searchHint$/, 14],
      [/^stats\.(?:week|month|quarter|season)$/, 8],
      [/^stats\.columns\./, 8],
      [/^stats\.links$/, 16],
      [/^time\./, 10],
    ];
    for (const [keys, max] of maxLengths) {
      const tooLong = [...own].filter(([key, text]) => keys.test(key) && [...without(text)].length > max);
      expect(tooLong).toEqual([]);
    }
  });
});

test.each([
  ['uz', /(?<![.!?] |^)(?<!\p{L})Siz(?:ning|ga|ni|dan|da|lar)?(?!\p{L})/u],
  ['ru', /(?<![.!?] |^)(?<!\p{L})(?:Вы|Вас|Вам|Вами|Ваш\p{L}{0,3})(?!\p{L})/u],
] as const)('%s writes "you" with a capital only where a sentence begins', (language, capital) => {
  expect([...texts[language].values()].filter((text) => capital.test(text))).toEqual([]);
});

test.each(['en', 'ru'] as const)('%s has no word whose form depends on the number before it', (language) => {
  // The number in these two never changes.
  const fixed = ['staff.bot.lastDays', 'staff.code.rule'];
  const changing = /\{(?:count|minutes|left)\} (?!(?:min|h|d|more|мин|ч|дн)(?!\p{L}))\p{L}/u;
  const variable = [...texts[language]].filter(([key]) => !fixed.includes(key));
  expect(variable.filter(([, text]) => changing.test(text))).toEqual([]);
});

test.each([
  ['uz', 'en'],
  ['uz', 'ru'],
  ['en', 'ru'],
] as const)('%s and %s share no text but names', (one, other) => {
  const names = new Set(['Telegram', 'E-mail', 'Spam', 'Post', 'IELTS']);
  const same = [...texts[one]].filter(
    ([key, text]) => text === texts[other].get(key) && /\p{L}/u.test(without(text)) && !names.has(text),
  );
  expect(same).toEqual([]);
});

test('Uzbek is written with U+02BB after o and g, U+02BC elsewhere, and no other apostrophe', () => {
  const all = [...texts.uz.values()];
  expect(all.filter((text) => /['`´‘’‛ʹʽʾʿˈ′]/.test(text))).toEqual([]);
  expect(all.filter((text) => /(?<![oOgG])ʻ/.test(text))).toEqual([]);
  expect(all.filter((text) => text.includes('ʻ')).length).toBeGreaterThan(20);
});

test('each language has its own letters, and others only in names', () => {
  const names =
    /\b(IELTS|CEFR|Zoom|Esc|content\/[\w.]+|Telegram|E-mail|e-mail|CSV|QR|SVG|PNG|SITE_URL|Basic|Plus|Pro|BotFather|Excel|reels12|other|TELEGRAM_\w+(=off)?)\b|\/(?:start|find|today|export|link|help|new)\b/g;
  const foreign = (text: string, own: RegExp) => own.test(without(text).replaceAll(names, ''));
  const notLatin = /(?!\p{Script=Latin})[\p{L}--[ʻʼ]]/v;
  for (const language of ['uz', 'en'] as const)
    expect([...texts[language].values()].filter((text) => foreign(text, notLatin))).toEqual([]);
  expect([...texts.ru.values()].filter((text) => foreign(text, /\p{Script=Latin}/u))).toEqual([]);
});
