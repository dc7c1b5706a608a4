/** The language of messages to the staff, in Telegram and by mail. */
import { en as enInbox } from '../../content/inbox/en.ts';
import { ru as ruInbox } from '../../content/inbox/ru.ts';
import { uz as uzInbox } from '../../content/inbox/uz.ts';
import { en, type StaffWords } from '../../content/staff/en.ts';
import { ru } from '../../content/staff/ru.ts';
import { uz } from '../../content/staff/uz.ts';
import { fill } from '../../contract/fill.ts';
import { defaultLanguage, type Language } from '../../contract/languages.ts';
import { dayText, momentText } from '../../contract/time-text.ts';

export type Locale = {
  language: Language;
  words: StaffWords;
  /** The inbox's words, where both say the same. */
  inbox: typeof enInbox;
  /** `16-noyabr`, with the year when it is not the present one. */
  day(day: string, today?: string): string;
  /** `16-noyabr, 14:05` */
  moment(time: Date, today?: string): string;
  /** `16-noyabr, 14:05 (Toshkent vaqti)` */
  momentInTashkent(time: Date): string;
};

const locales: Record<Language, Locale> = {
  uz: locale('uz', uz, uzInbox),
  en: locale('en', en, enInbox),
  ru: locale('ru', ru, ruInbox),
};

export const localeIn = (language: Language = defaultLanguage): Locale => locales[language];

/** The name of one of the page's languages; anything else stays as it was sent. */
export const languageName = (language: string, { words }: Locale): string =>
  Object.hasOwn(words.languages, language) ? words.languages[language as Language] : language;

function locale(language: Language, words: StaffWords, inbox: Locale['inbox']): Locale {
  const moment: Locale['moment'] = (time, today) => momentText(time, language, today);
  return {
    ...{ language, words, inbox, moment },
    day: (day, today) => dayText(day, language, today),
    momentInTashkent: (time) => fill(words.tashkent, { time: moment(time) }),
  };
}
