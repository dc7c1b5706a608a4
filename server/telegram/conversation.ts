/** What is said to people in the chat. */
import { sourceName } from '../../content/inbox/source-name.ts';
import { fill } from '../../contract/fill.ts';
import type { CampaignLink, Figures, LeadStatus, LeadSummary } from '../../contract/inbox.ts';
import { linkNameLimit } from '../../contract/link-name.ts';
import { type Post, postsOf } from '../../contract/posts.ts';
import { hoursText } from '../../contract/time-text.ts';
import { cutText, phoneText } from '../deliveries/message.ts';
import { readableLine } from '../leads/readable.ts';
import { languageName, type Speech } from '../leads/speech.ts';
import type { Press } from './buttons.ts';
import { escapeHtml } from './lead-html.ts';

export type Command = keyof Speech['words']['commands'];

export function doneText(press: Press, { words: { bot }, inbox }: Speech): string {
  if (press.kind === 'spam') return press.spam ? bot.markedSpam : bot.unmarkedSpam;
  const { from, to } = press;
  const done = fill(to === 'new' ? bot.takenBack : bot.marked, { status: inbox.status[to] });
  return from === 'client' && to === 'lost' ? `${done}. ${inbox.lead.noClientNow}` : done;
}

/** The reply to a question is known by its text: it must be told as it stands in the words. */
export const noLinkName = ({ inbox: { links } }: Speech) =>
  fill(links.wrong, { rule: fill(links.rule, { most: linkNameLimit }) });

export const helpText = (inbox: string | null, { words: { bot, commands } }: Speech) =>
  [
    `<b>${bot.help}</b>`,
    bot.helpMore,
    '',
    ...Object.entries(commands).map(([name, about]) => `/${name} – ${about}`),
    ...(inbox ? ['', escapeHtml(inbox)] : []),
  ].join('\n');

/** So many stand in one answer. */
export const mostShown = 15;

export function foundText(
  title: string,
  leads: readonly LeadSummary[],
  after: readonly (string | false)[],
  inbox: string | null,
  speech: Speech,
): string {
  const people = leads.map((lead) => leadLines(lead, inbox, speech));
  return [`<b>${escapeHtml(title)}</b>`, ...people, ...after.filter(Boolean)].join('\n\n');
}

/** What came by a link within a year; where nobody counts visits those are not none. */
export function broughtText(
  brought: Pick<CampaignLink, 'visits' | 'leads' | 'clients'> | undefined,
  countsVisits: boolean,
  { words: { bot }, inbox: { links } }: Speech,
): string {
  if (!brought || brought.visits + brought.leads === 0) return links.fresh;
  const told = [...(countsVisits ? (['visits'] as const) : []), ...(['leads', 'clients'] as const)];
  const counts = told.map((each) => fill(bot[each], { count: brought[each] })).join(', ');
  return `${links.cameNote.replace(/\.$/, '')}: ${counts}`;
}

/** Those that do not stand in the answer, and where they do. */
export const restSentence = (count: number, inbox: string | null, { words: { bot } }: Speech) =>
  count > 0 && fill(inbox ? bot.restInInbox : bot.restInFile, { count, inbox: escapeHtml(inbox ?? '') });

function leadLines(lead: LeadSummary, inbox: string | null, speech: Speech): string {
  const { ref, name, phone, createdAt, status, spam } = lead;
  const link = inbox ? `<a href="${escapeHtml(`${inbox}/leads/${ref}`)}">${ref}</a>` : ref;
  const standing = speech.inbox.status[spam ? 'spam' : status];
  return [
    `<b>${shown(name, 60)}</b>, ${shown(callable(phone), 70)}`,
    `${standing} · ${speech.moment(new Date(createdAt))} · ${link}`,
  ].join('\n');
}

/** Telegram lets people call what begins with a plus, spaces and all; of the rest it has to be told how it is dialled. */
const callable = (phone: string) => (phone.includes('+') ? phone : phoneText(phone));

const shown = (text: string, length: number) => escapeHtml(cutText(readableLine(text), length));

export function statsText(figures: Figures, speech: Speech): string {
  const { days, funnel, byStatus, byLanguage, bySource, hoursToFirstContact, places, countedSince } = figures;
  const { figures: names, status: statuses, unknown } = speech.inbox;
  const list = (entries: [string, number][]) =>
    entries
      .filter(([, count]) => count > 0)
      .slice(0, 8)
      .map(([name, count]) => `${shown(name, 60)} ${count}`)
      .join(' · ') || names.none;
  const posts = postsOf(bySource);
  const firstContact = [
    hoursText(hoursToFirstContact, speech.language, names) +
      (hoursToFirstContact === null ? '' : ` (${names.firstContactNote})`),
    ...(byStatus.new > 0 ? [fill(names.unanswered, { count: byStatus.new })] : []),
  ];
  return [
    `<b>${fill(speech.words.bot.lastDays, { count: days.length })}</b>`,
    // A page on another host is counted by nobody.
    ...(countedSince === null
      ? [names.neverCounted]
      : [`${names.visits}: ${funnel.visits}`, `${names.acts}: ${funnel.acts}`]),
    `${names.leads}: ${funnel.leads}`,
    `${names.clients}: ${funnel.clients}`,
    `${names.places}: ${places.taken} / ${places.of}`,
    `${names.firstContact}: ${firstContact.join(' · ')}`,
    '',
    `<b>${names.byStatus}</b>`,
    list(Object.entries(byStatus).map(([status, count]) => [statuses[status as LeadStatus], count])),
    '',
    `<b>${names.posts}</b>`,
    ...(posts.length === 0 ? [names.nothing] : posts[0]?.clients === 0 ? [names.noClients] : []),
    ...posts.slice(0, postsShown).map((post) => postLine(post, speech)),
    ...(posts.length > postsShown ? ['…'] : []),
    '',
    `<b>${names.byLanguage}</b>`,
    list(
      byLanguage.map(({ language, leads }) => [language ? languageName(language, speech) : unknown, leads]),
    ),
  ].join('\n');
}

const postsShown = 10;

/** `reels-12: 14 murojaat, 3 mijoz`; of one that brought nobody, how many looked. */
function postLine({ campaign, sources, ...brought }: Post, { words: { bot }, inbox }: Speech): string {
  const name = campaign ?? sourceName(sources[0] ?? null, inbox);
  const told = brought.leads > 0 ? (['leads', 'clients'] as const) : (['visits'] as const);
  const counts = told.map((each) => fill(bot[each], { count: brought[each] }));
  return `${shown(name, 60)}: ${counts.join(', ')}`;
}
