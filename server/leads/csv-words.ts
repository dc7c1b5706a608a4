import { sourceName } from '../../content/inbox/source-name.ts';
import type { PageLanguage } from '../../contract/submission.ts';
import type { LeadField } from './csv.ts';
import { languageName, speechIn } from './speech.ts';

/** The words of a file for people: its first line, and what stands in a cell without being anybody's own text. */
export function csvWords(code: PageLanguage) {
  const speech = speechIn(code);
  const { file, headings, yes } = ownWords[code];
  return {
    ...{ file, yes, statuses: speech.inbox.status },
    headings: { ...headings, campaign: speech.inbox.list.campaign },
    language: (name: string) => languageName(name, speech),
    source: (name: string) => sourceName(name, speech.inbox),
  };
}

type Words = {
  /** How the file's name begins. */
  file: string;
  headings: Record<Exclude<LeadField, 'campaign'>, string>;
  yes: string;
};

/** What is said nowhere but in such a file. */
const ownWords: Record<PageLanguage, Words> = {
  uz: {
    file: 'murojaatlar',
    headings: {
      ref: 'Raqam',
      created_at: 'Vaqt (Toshkent)',
      name: 'Ism',
      phone: 'Telefon',
      email: 'E-mail',
      message: 'Xabar',
      language: 'Sahifa tili',
      source: 'Manba',
      status: 'Holat',
      suspected_spam: 'Spam',
    },
    yes: 'ha',
  },
  en: {
    file: 'leads',
    headings: {
      ref: 'Reference',
      created_at: 'Time (Tashkent)',
      name: 'Name',
      phone: 'Phone',
      email: 'E-mail',
      message: 'Message',
      language: 'Page language',
      source: 'Source',
      status: 'Status',
      suspected_spam: 'Spam',
    },
    yes: 'yes',
  },
  ru: {
    file: 'заявки',
    headings: {
      ref: 'Номер',
      created_at: 'Время (Ташкент)',
      name: 'Имя',
      phone: 'Телефон',
      email: 'E-mail',
      message: 'Сообщение',
      language: 'Язык страницы',
      source: 'Источник',
      status: 'Статус',
      suspected_spam: 'Спам',
    },
    yes: 'да',
  },
};
