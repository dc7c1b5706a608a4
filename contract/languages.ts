/** Not derived from the table below, so that the script in the page's head contains only the codes. */
export const languageCodes = ['uz', 'en', 'ru'] as const;
export type Language = (typeof languageCodes)[number];

export const defaultLanguage: Language = 'uz';

export const isLanguage = (value: unknown): value is Language => languageCodes.includes(value as Language);

type LanguageEntry = {
  name: string;
  short: string;
  openGraphLocale: string;
  /** How a date without a year is written. */
  dayAndMonth: string;
  fullDate: string;
};

export const languages: Record<Language, LanguageEntry> = {
  uz: {
    name: 'Oʻzbekcha',
    short: 'UZ',
    openGraphLocale: 'uz_UZ',
    dayAndMonth: '{day}-{month}',
    fullDate: '{year}-yil {day}-{month}',
  },
  en: {
    name: 'English',
    short: 'EN',
    openGraphLocale: 'en_US',
    dayAndMonth: '{month} {day}',
    fullDate: '{month} {day}, {year}',
  },
  ru: {
    name: 'Русский',
    short: 'RU',
    openGraphLocale: 'ru_RU',
    dayAndMonth: '{day} {month}',
    fullDate: '{day} {month} {year} года',
  },
};

/** The names of the months as they are used in dates. */
export const monthsIn = (language: Language): string[] => months[language].split(' ');

const months: Record<Language, string> = {
  uz: 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr',
  en: 'January February March April May June July August September October November December',
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
};
