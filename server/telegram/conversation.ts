/** What is said to people in the chat, in Uzbek. */
import { sourceName } from '../../content/inbox/source-name.ts';
import { uz } from '../../content/inbox/uz.ts';
import { fill } from '../../contract/fill.ts';
import type { Figures, LeadStatus, LeadSummary } from '../../contract/inbox.ts';
import { linkNameLimit } from '../../contract/link-name.ts';
import { type Post, postsOf } from '../../contract/posts.ts';
import { cutText, languageName } from '../deliveries/message.ts';
import { readableLine } from '../leads/readable.ts';
import { momentInUzbek } from '../leads/tashkent-time.ts';
import type { Press } from './buttons.ts';
import { escapeHtml } from './lead-html.ts';

export const commands = {
  uz: {
    today: 'Bugungi murojaatlar',
    new: 'Javob kutayotgan murojaatlar',
    find: 'Qidirish: /find 4567 yoki /find Aziza',
    stats: 'Soʻnggi 30 kun raqamlarda',
    link: 'Post yoki flayer uchun havola va QR kod: /link reels12',
    export: 'Barcha murojaatlar Excel faylida',
    help: 'Bu bot nima qila oladi',
  },
  ru: {
    today: 'Заявки за сегодня',
    new: 'Заявки, которые ждут ответа',
    find: 'Поиск: /find 4567 или /find Азиза',
    stats: 'Последние 30 дней в цифрах',
    link: 'Ссылка и QR-код для поста или листовки: /link reels12',
    export: 'Все заявки файлом для Excel',
    help: 'Что умеет этот бот',
  },
} as const;

export type Command = keyof typeof commands.uz;

export const words = {
  done(press: Press): string {
    if (press.kind === 'spam') return press.spam ? 'Spam deb belgilandi' : 'Spamdan qaytarildi';
    return `${press.to === 'new' ? 'Qaytarildi' : 'Belgilandi'}: ${uz.status[press.to]}`;
  },
  already: (status: LeadStatus) => `Allaqachon belgilangan: ${uz.status[status]}`,
  // Nobody knows yet: the store may still come to it.
  notNow: 'Hozircha saqlanmadi. Bir daqiqadan keyin xabarga qarang: oʻzgarmagan boʻlsa, qayta bosing.',
  noNote: 'Izoh saqlanmadi: u matn boʻlishi va 5000 belgidan oshmasligi kerak.',
  noLead: 'Izoh saqlanmadi: murojaat xabarining oʻziga javob yozing.',
  noCommand: 'Bunday buyruq yoʻq. Nimalar qila olishim: /help',
  // The reply to a question is known by its text: it must be told as it stands here.
  whatToFind: 'Nimani qidirish kerak? Masalan: 4567 yoki Aziza',
  whichLink: 'Havola uchun nom yozing, masalan: reels12',
  noLinkName: fill(uz.links.wrong, { rule: fill(uz.links.rule, { most: String(linkNameLimit) }) }),
  noSite: 'Havola olib boʻlmaydi: server saytning manzilini bilmaydi (SITE_URL).',
  noFile: (inbox: string | null) =>
    [
      'Faylni yuborib boʻlmadi: u juda katta yoki Telegram javob bermadi.',
      inbox && `Bu yerdan oling: ${inbox}`,
    ]
      .filter(Boolean)
      .join(' '),
  exported: 'Barcha murojaatlar. Faylda odamlarning maʼlumotlari bor: ehtiyot qiling.',
};

export const helpText = (inbox: string | null) =>
  [
    '<b>Murojaatlar shu yerga keladi.</b>',
    'Har birining ostidagi tugmalar holatini belgilaydi, unga yozilgan javob izoh boʻlib saqlanadi.',
    '',
    ...Object.entries(commands.uz).map(([name, about]) => `/${name} – ${about}`),
    ...(inbox ? ['', escapeHtml(inbox)] : []),
  ].join('\n');

/** So many stand in one answer. */
export const mostShown = 15;

export function foundText(
  title: string,
  leads: readonly LeadSummary[],
  after: readonly (string | false)[],
  inbox: string | null,
): string {
  const people = leads.map((lead) => leadLines(lead, inbox));
  return [`<b>${escapeHtml(title)}</b>`, ...people, ...after.filter(Boolean)].join('\n\n');
}

/** Those that do not stand in the answer, and where they do. */
export const restSentence = (count: number, inbox: string | null) =>
  count > 0 && `Yana ${count} ta${inbox ? `: ${escapeHtml(inbox)}` : ', hammasi faylda: /export'}`;

function leadLines({ ref, name, phone, createdAt, status, spam }: LeadSummary, inbox: string | null): string {
  const link = inbox ? `<a href="${escapeHtml(`${inbox}/leads/${ref}`)}">${ref}</a>` : ref;
  const standing = spam ? uz.status.spam : uz.status[status];
  return [
    `<b>${shown(name, 60)}</b>, ${shown(phone, 50)}`,
    `${standing} · ${momentInUzbek(new Date(createdAt))} · ${link}`,
  ].join('\n');
}

const shown = (text: string, length: number) => escapeHtml(cutText(readableLine(text), length));

export function statsText(figures: Figures): string {
  const { days, funnel, byStatus, byLanguage, bySource, hoursToFirstContact, places, countedSince } = figures;
  const names = uz.figures;
  const list = (entries: [string, number][]) =>
    entries
      .filter(([, count]) => count > 0)
      .slice(0, 8)
      .map(([name, count]) => `${shown(name, 60)} ${count}`)
      .join(' · ') || names.none;
  const posts = postsOf(bySource);
  return [
    `<b>Soʻnggi ${days.length} kun</b>`,
    // A page on another host is counted by nobody.
    ...(countedSince === null
      ? [names.neverCounted]
      : [`${names.visits}: ${funnel.visits}`, `${names.acts}: ${funnel.acts}`]),
    `${names.leads}: ${funnel.leads}`,
    `${names.clients}: ${funnel.clients}`,
    `${names.places}: ${places.taken} / ${places.of}`,
    `${names.firstContact}: ${hoursToFirstContact === null ? names.none : waited(hoursToFirstContact)}`,
    '',
    `<b>${names.byStatus}</b>`,
    list(Object.entries(byStatus).map(([status, count]) => [uz.status[status as LeadStatus], count])),
    '',
    `<b>${names.posts}</b>`,
    ...(posts.length === 0 ? [names.nothing] : posts[0]?.clients === 0 ? [names.noClients] : []),
    ...posts.slice(0, postsShown).map(postLine),
    ...(posts.length > postsShown ? ['…'] : []),
    '',
    `<b>${names.byLanguage}</b>`,
    list(byLanguage.map(({ language, leads }) => [language ? languageName(language) : uz.unknown, leads])),
  ].join('\n');
}

const postsShown = 10;

/** `reels-12: 14 murojaat, 3 mijoz`; of one that brought nobody, how many looked. */
function postLine({ campaign, sources, ...brought }: Post): string {
  const name = campaign ?? sourceName(sources[0] ?? null, uz);
  const told = brought.leads > 0 ? (['leads', 'clients'] as const) : (['visits'] as const);
  const counts = told.map((each) => `${brought[each]} ${uz.figures.columns[each].toLowerCase()}`);
  return `${shown(name, 60)}: ${counts.join(', ')}`;
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
