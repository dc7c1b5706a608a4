/** What is said to people in the chat, in Uzbek. */
import { uz } from '../../content/inbox/uz.ts';
import type { Figures, LeadStatus, LeadSummary } from '../../contract/inbox.ts';
import { cutText } from '../deliveries/message.ts';
import { readableLine } from '../leads/readable.ts';
import { tashkentMinute } from '../leads/tashkent-time.ts';
import { escapeHtml } from './lead-html.ts';

export const commands = {
  uz: {
    today: 'Bugungi murojaatlar',
    find: 'Qidirish: /find 4567 yoki /find Aziza',
    stats: 'Soʻnggi 30 kun raqamlarda',
    export: 'Barcha murojaatlar Excel uchun fayl qilib',
    help: 'Bu bot nima qila oladi',
  },
  ru: {
    today: 'Заявки за сегодня',
    find: 'Поиск: /find 4567 или /find Азиза',
    stats: 'Последние 30 дней в цифрах',
    export: 'Все заявки файлом для Excel',
    help: 'Что умеет этот бот',
  },
} as const;

export const words = {
  marked: (status: LeadStatus) => `Belgilandi: ${uz.status[status]}`,
  already: (status: LeadStatus) => `Allaqachon belgilangan: ${uz.status[status]}`,
  spam: (spam: boolean) => (spam ? 'Spam deb belgilandi' : 'Spamdan qaytarildi'),
  notNow: 'Hozir saqlab boʻlmadi. Birozdan keyin qayta bosing.',
  noNote: 'Izoh saqlanmadi: u matn boʻlishi va 5000 belgidan oshmasligi kerak.',
  whatToFind: 'Nimani qidirish kerak? Masalan: /find 4567 yoki /find Aziza',
  exported: 'Barcha murojaatlar. Faylda odamlarning maʼlumotlari bor: ehtiyot qiling.',
};

export const helpText = [
  '<b>Murojaatlar shu yerga keladi.</b>',
  'Har birining ostidagi tugmalar holatini belgilaydi, unga yozilgan javob izoh boʻlib saqlanadi.',
  '',
  ...Object.entries(commands.uz).map(([name, about]) => `/${name} – ${about}`),
].join('\n');

/** So many stand in one answer; the rest is counted. */
export const mostShown = 15;

export function foundText(title: string, leads: readonly LeadSummary[], more: boolean): string {
  return [
    `<b>${escapeHtml(title)}</b>`,
    ...leads.slice(0, mostShown).map(leadLines),
    ...(more || leads.length > mostShown ? ['…'] : []),
  ].join('\n\n');
}

function leadLines({ ref, name, phone, createdAt, status, spam }: LeadSummary): string {
  const standing = spam ? uz.status.spam : uz.status[status];
  return [
    `<b>${shown(name, 60)}</b>, ${shown(phone, 50)}`,
    `${standing} · ${tashkentMinute(new Date(createdAt))} · ${ref}`,
  ].join('\n');
}

const shown = (text: string, length: number) => escapeHtml(cutText(readableLine(text), length));

export function statsText({
  days,
  byStatus,
  byLanguage,
  bySource,
  hoursToFirstContact,
  places,
}: Figures): string {
  const { figures } = uz;
  const total = (key: 'leads' | 'clients') => days.reduce((sum, day) => sum + day[key], 0);
  const list = (entries: [string, number][]) =>
    entries
      .filter(([, count]) => count > 0)
      .slice(0, 8)
      .map(([name, count]) => `${shown(name, 40)} ${count}`)
      .join(' · ') || uz.figures.none;
  const sources = bySource.map(({ source, campaign, leads }): [string, number] => [
    [source ?? uz.unknown, ...(campaign ? [campaign] : [])].join(' / '),
    leads,
  ]);
  return [
    `<b>Soʻnggi ${days.length} kun</b>`,
    `${figures.leads}: ${total('leads')}`,
    `${figures.clients}: ${total('clients')}`,
    `${figures.places}: ${places.taken} / ${places.of}`,
    `${figures.firstContact}: ${hoursToFirstContact === null ? figures.none : waited(hoursToFirstContact)}`,
    '',
    `<b>${figures.byStatus}</b>`,
    list(Object.entries(byStatus).map(([status, count]) => [uz.status[status as LeadStatus], count])),
    `<b>${figures.bySource}</b>`,
    list(sources),
    `<b>${figures.byLanguage}</b>`,
    list(byLanguage.map(({ language, leads }) => [language ?? uz.unknown, leads])),
  ].join('\n');
}

function waited(hours: number): string {
  const [pattern, count] =
    hours < 1
      ? [uz.figures.minutes, hours * 60]
      : hours < 48
        ? [uz.figures.hours, hours]
        : [uz.figures.daysLong, hours / 24];
  return pattern.replace('{count}', String(Math.max(1, Math.round(count))));
}
