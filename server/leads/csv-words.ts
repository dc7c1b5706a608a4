import { en } from '../../content/inbox/en.ts';
import { ru } from '../../content/inbox/ru.ts';
import { sourceName } from '../../content/inbox/source-name.ts';
import { uz } from '../../content/inbox/uz.ts';
import type { LeadStatus } from '../../contract/inbox.ts';
import type { PageLanguage } from '../../contract/submission.ts';
import type { LeadField } from './csv.ts';
import { languageName, speechIn } from './speech.ts';

type Words = {
  /** How the file's name begins. */
  file: string;
  headings: Record<LeadField, string>;
  statuses: Record<LeadStatus, string>;
  language(code: string): string;
  source(name: string): string;
  yes: string;
};

/** The words of a file for people: its first line, and what stands in a cell without being anybody's own text. */
export const csvWords: Record<PageLanguage, Words> = {
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
      campaign: uz.list.campaign,
      status: 'Holat',
      suspected_spam: 'Spam',
    },
    statuses: uz.status,
    language: (code) => languageName(code, speechIn('uz')),
    source: (name) => sourceName(name, uz),
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
      campaign: en.list.campaign,
      status: 'Status',
      suspected_spam: 'Spam',
    },
    statuses: en.status,
    language: (code) => languageName(code, speechIn('en')),
    source: (name) => sourceName(name, en),
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
      campaign: ru.list.campaign,
      status: 'Статус',
      suspected_spam: 'Спам',
    },
    statuses: ru.status,
    language: (code) => languageName(code, speechIn('ru')),
    source: (name) => sourceName(name, ru),
    yes: 'да',
  },
};
