/** The language of messages to the staff, in Telegram and by mail. */
import { en as enInbox } from '#content/inbox/en.ts';
import { ru as ruInbox } from '#content/inbox/ru.ts';
import { uz as uzInbox } from '#content/inbox/uz.ts';
import { en, type StaffWords } from '#content/staff/en.ts';
import { ru } from '#content/staff/ru.ts';
import { uz } from '#content/staff/uz.ts';
import { fill } from '#contract/fill.ts';
import { defaultLanguage, type Language } from '#contract/languages.ts';
import { dayText, momentText } from '#contract/time-text.ts';

export type Locale = ReturnType<typeof locale>;

const locales: Record<Language, Locale> = {
  uz: locale('uz', uz, uzInbox),
  en: locale('en', en, enInbox),
  ru: locale('ru', ru, ruInbox),
};

export const localeIn = (language: Language = defaultLanguage): Locale => locales[language];

function locale(language: Language, words: StaffWords, inboxWords: typeof enInbox) {
  return {
    language,
    words,
    inboxWords,
    day: (day: string) => dayText(day, language),
    moment: (time: Date) => momentText(time, language),
    momentInTashkent: (time: Date) => fill(words.tashkent, { time: momentText(time, language) }),
  };
}
