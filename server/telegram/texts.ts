import { sourceName } from '#content/inbox/source-name.ts';
import { fill } from '#contract/fill.ts';
import type { CampaignLink, LeadStatus, LeadSummary, Stats } from '#contract/inbox.ts';
import { linkNameLimit } from '#contract/link-name.ts';
import { hoursText } from '#contract/time-text.ts';
import type { Locale } from '#server/leads/locale.ts';
import { readableLine } from '#server/leads/readable.ts';
import { cutText } from '#server/outbox/cut-text.ts';
import { phoneText } from '#server/outbox/lead-text.ts';
import { type ButtonPress, isReminderTime, isStatus } from './buttons.ts';
import { escapeHtml } from './lead-message.ts';

/** `remindAt`: of the lead after the press. */
export function doneText(
  { seen, action }: ButtonPress,
  remindAt: string | null,
  { words: { bot }, inboxWords, moment }: Locale,
) {
  if (action === 'spam') return bot.markedSpam;
  if (action === 'not-spam') return bot.unmarkedSpam;
  if (action === 'no-reminder') return inboxWords.lead.reminderRemoved;
  if (isReminderTime(action))
    return fill(inboxWords.lead.reminderSet, { time: moment(new Date(remindAt ?? '')) });
  if (!isStatus(action)) return '';
  const done = fill(action === 'new' ? bot.statusUndone : bot.marked, { status: inboxWords.status[action] });
  return seen === 'client' && action === 'lost' ? `${done}. ${inboxWords.lead.noClientNow}` : done;
}

/** Also asks again: the reply to a message with this text is taken as the link’s name. */
export const wrongLinkNameText = ({ inboxWords: { links } }: Locale) =>
  fill(links.wrong, { rule: fill(links.rule, { max: linkNameLimit }) });

export const helpText = (inboxUrl: string | null, { words: { bot, commands } }: Locale) =>
  [
    `<b>${bot.help}</b>`,
    bot.helpMore,
    '',
    ...Object.entries(commands).map(([name, about]) => `/${name} – ${about}`),
    ...(inboxUrl ? ['', escapeHtml(inboxUrl)] : []),
  ].join('\n');

export function listText(
  title: string,
  leads: readonly LeadSummary[],
  after: readonly (string | false)[],
  inboxUrl: string | null,
  locale: Locale,
): string {
  const people = leads.map((lead) => leadLines(lead, inboxUrl, locale));
  return [`<b>${escapeHtml(title)}</b>`, ...people, ...after.filter(Boolean)].join('\n\n');
}

export function linkResultsText(
  link: Pick<CampaignLink, 'visits' | 'leads' | 'clients'> | undefined,
  { words: { bot }, inboxWords: { links } }: Locale,
): string {
  const counts = (['visits', 'leads', 'clients'] as const)
    .filter((name) => link?.[name])
    .map((name) => fill(bot[name], { count: link?.[name] ?? 0 }));
  return counts.length > 0 ? `${links.resultsNote.replace(/\.$/, '')}: ${counts.join(', ')}` : links.unused;
}

export const moreSentence = (count: number, inboxUrl: string | null, { words: { bot } }: Locale) =>
  count > 0 &&
  fill(inboxUrl ? bot.moreInInbox : bot.moreInFile, { count, inbox: escapeHtml(inboxUrl ?? '') });

function leadLines(lead: LeadSummary, inboxUrl: string | null, locale: Locale): string {
  const { ref, name, phone, createdAt, status, spam } = lead;
  const link = inboxUrl ? `<a href="${escapeHtml(`${inboxUrl}/leads/${ref}`)}">${ref}</a>` : ref;
  return [
    `<b>${shortHtml(name, 60)}</b>, ${shortHtml(tappablePhone(phone), 70)}`,
    `${locale.inboxWords.status[spam ? 'spam' : status]} · ${locale.moment(new Date(createdAt))} · ${link}`,
  ].join('\n');
}

/** Telegram makes only numbers with a plus tappable. */
const tappablePhone = (phone: string) => (phone.includes('+') ? phone : phoneText(phone));

const shortHtml = (text: string, length: number) => escapeHtml(cutText(readableLine(text), length));

export function statsText(stats: Stats, locale: Locale): string {
  const { funnel, byStatus, byCampaign: posts, hoursToFirstContact: hours, places } = stats;
  const { stats: names, status: statuses, unknown } = locale.inboxWords;
  const list = (entries: [string, number][]) =>
    entries
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${shortHtml(name, 60)} ${count}`)
      .join(' · ') || names.none;
  const firstContact = [
    hoursText(hours, locale.language, names) + (hours === null ? '' : ` (${names.firstContactNote})`),
    ...(byStatus.new > 0 ? [fill(names.unanswered, { count: byStatus.new })] : []),
  ];
  return [
    `<b>${fill(locale.words.bot.lastDays, { count: stats.days.length })}</b>`,
    ...(stats.countedSince === null
      ? [names.neverCounted]
      : [`${names.visits}: ${funnel.visits}`, `${names.clicks}: ${funnel.clicks}`]),
    `${names.leads}: ${funnel.leads}`,
    `${names.clients}: ${funnel.clients}`,
    `${names.places}: ${places.taken} / ${places.of}`,
    `${names.firstContact}: ${firstContact.join(' · ')}`,
    ...stats.byPerson.map(
      ({ name, answered, hours }) =>
        `${shortHtml(name, 60)}: ${answered} (${hoursText(hours, locale.language, names)})`,
    ),
    '',
    `<b>${names.byStatus}</b>`,
    list(Object.entries(byStatus).map(([status, count]) => [statuses[status as LeadStatus], count])),
    '',
    `<b>${names.posts}</b>`,
    ...(posts.length === 0 ? [names.nothing] : posts[0]?.clients === 0 ? [names.noClients] : []),
    ...posts.slice(0, maxPosts).map((post) => postLine(post, locale)),
    ...(posts.length > maxPosts ? ['…'] : []),
    '',
    `<b>${names.byLanguage}</b>`,
    list(
      stats.byLanguage.map(({ language, leads }) => [
        language ? locale.words.languages[language] : unknown,
        leads,
      ]),
    ),
  ].join('\n');
}

const maxPosts = 10;

/** `reels-12: 14 murojaat, 3 mijoz`; visits for a post without leads. */
function postLine(
  { campaign, sources, ...sums }: Stats['byCampaign'][number],
  { words: { bot }, inboxWords }: Locale,
): string {
  const name = campaign ?? sourceName(sources[0] ?? null, inboxWords);
  const shownSums = sums.leads > 0 ? (['leads', 'clients'] as const) : (['visits'] as const);
  const counts = shownSums.map((sum) => fill(bot[sum], { count: sums[sum] }));
  return `${shortHtml(name, 60)}: ${counts.join(', ')}`;
}
