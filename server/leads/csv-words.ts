import { en } from '../../content/inbox/en.ts';
import { ru } from '../../content/inbox/ru.ts';
import { uz } from '../../content/inbox/uz.ts';
import type { LeadStatus } from '../../contract/inbox.ts';
import type { PageLanguage } from '../../contract/submission.ts';
import type { LeadField } from './csv.ts';

type Words = { headings: Record<LeadField, string>; statuses: Record<LeadStatus, string>; yes: string };

/** The words of a file for people: its first line, and what stands in a cell without being anybody's own text. */
export const csvWords: Record<PageLanguage, Words> = {
  uz: {
    headings: {
      ref: 'Raqam',
      created_at: 'Vaqt (Toshkent)',
      name: 'Ism',
      phone: 'Telefon',
      email: 'E-mail',
      message: 'Xabar',
      language: 'Sahifa tili',
      source: 'Manba',
      campaign: 'Kampaniya',
      status: 'Holat',
      suspected_spam: 'Spam',
    },
    statuses: uz.status,
    yes: 'ha',
  },
  en: {
    headings: {
      ref: 'Reference',
      created_at: 'Time (Tashkent)',
      name: 'Name',
      phone: 'Phone',
      email: 'E-mail',
      message: 'Message',
      language: 'Page language',
      source: 'Source',
      campaign: 'Campaign',
      status: 'Status',
      suspected_spam: 'Spam',
    },
    statuses: en.status,
    yes: 'yes',
  },
  ru: {
    headings: {
      ref: 'Номер',
      created_at: 'Время (Ташкент)',
      name: 'Имя',
      phone: 'Телефон',
      email: 'E-mail',
      message: 'Сообщение',
      language: 'Язык страницы',
      source: 'Источник',
      campaign: 'Кампания',
      status: 'Статус',
      suspected_spam: 'Спам',
    },
    statuses: ru.status,
    yes: 'да',
  },
};
