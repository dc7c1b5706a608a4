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
    statuses: {
      new: 'Yangi',
      contacted: 'Bogʻlanildi',
      consultation: 'Konsultatsiya',
      client: 'Mijoz',
      closed: 'Yopilgan',
    },
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
    statuses: {
      new: 'New',
      contacted: 'Contacted',
      consultation: 'Consultation',
      client: 'Client',
      closed: 'Closed',
    },
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
    statuses: {
      new: 'Новая',
      contacted: 'Связались',
      consultation: 'Консультация',
      client: 'Клиент',
      closed: 'Закрыта',
    },
    yes: 'да',
  },
};
