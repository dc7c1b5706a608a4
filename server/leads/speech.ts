/** How the staff is spoken to, in Telegram and by mail: in one language, whichever the provider has set. */
import { en as enInbox } from '../../content/inbox/en.ts';
import { ru as ruInbox } from '../../content/inbox/ru.ts';
import { uz as uzInbox } from '../../content/inbox/uz.ts';
import { en, type StaffWords } from '../../content/staff/en.ts';
import { ru } from '../../content/staff/ru.ts';
import { uz } from '../../content/staff/uz.ts';
import { fill } from '../../contract/fill.ts';
import { defaultLanguage, type Language } from '../../contract/languages.ts';
import { dayText, momentText } from '../../contract/time-text.ts';

type InboxWords = typeof enInbox;
export type Speech = {
  language: Language;
  words: StaffWords;
  /** Words that stand in the inbox as well. */
  inbox: InboxWords;
  /** `16-noyabr`, with its year when that is not the present one: as the inbox writes it. */
  day(day: string, today?: string): string;
  /** `16-noyabr, 14:05` */
  moment(time: Date, today?: string): string;
  /** `16-noyabr, 14:05 (Toshkent vaqti)` */
  momentInTashkent(time: Date): string;
};

const speeches: Record<Language, Speech> = {
  uz: speech('uz', uz, uzInbox),
  en: speech('en', en, enInbox),
  ru: speech('ru', ru, ruInbox),
};

/** Uzbek unless STAFF_LANGUAGE says otherwise. */
export const speechIn = (language: Language = defaultLanguage): Speech => speeches[language];

/** A name of the page's languages; what else somebody may have written there stays as it is. */
export const languageName = (language: string, { words }: Speech): string =>
  Object.hasOwn(words.languages, language) ? words.languages[language as Language] : language;

function speech(language: Language, words: StaffWords, inbox: InboxWords): Speech {
  const moment: Speech['moment'] = (time, today) => momentText(time, language, today);
  return {
    ...{ language, words, inbox, moment },
    day: (day, today) => dayText(day, language, today),
    momentInTashkent: (time) => fill(words.tashkent, { time: moment(time) }),
  };
}
