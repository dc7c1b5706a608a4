/** A lead as it stands in the chat: when it comes, and after everything that is done with it. */
import { fill } from '../../contract/fill.ts';
import type { LeadDetail, LeadEvent } from '../../contract/inbox.ts';
import { telegramAddress } from '../../contract/telegram-address.ts';
import { cutText, leadMessage } from '../deliveries/message.ts';
import { dialableNumber } from '../leads/phone.ts';
import { readableLine } from '../leads/readable.ts';
import type { Speech } from '../leads/speech.ts';
import type { Lead } from '../store/store.ts';

/** Longest text of a message after its entities are parsed. Telegram counts characters, we the no smaller UTF-16 units. */
const longestText = 4096;

/** What became of it; before anything is known of that, it is new. */
type Standing = Pick<LeadDetail, 'status' | 'spam' | 'events'>;

/** A lead is not held up to count further. */
export const mostOthers = 10;

/**
 * `inbox`: where the provider reads leads from a phone; null when there is no such place. `others`: how many leads have the
 * same number, besides this one; `mostOthers` stands for more.
 */
type Options = { inbox?: string | null; standing?: Standing | null; others?: number };

/** The contact data are always whole; a text that would not fit is cut, and the message says where the rest is. */
export function leadHtml(
  lead: Lead,
  speech: Speech,
  { inbox = null, standing = null, others = 0 }: Options = {},
): string {
  const words = speech.words.lead;
  const message = leadMessage(lead, speech);
  const dial = dialableNumber(lead.phone);
  const chat = telegramAddress(readableLine(lead.phone), dial);
  /** What goes on in the inbox: all notes whole, erasing. */
  const there = (path: string, text: string) =>
    inbox ? `<a href="${escapeHtml(inbox + path)}">${text}</a>` : text;
  const title = standing && standing.status !== 'new' ? words.known : words.arrived;
  const decided = standing?.events.some(({ kind }) => kind === 'spam');
  const head = [
    `<b>${fill(title, { ref: there(`/leads/${lead.ref}`, lead.ref) })}</b>`,
    ...(message.warning && !decided ? [`<b>${escapeHtml(message.warning)}</b>`] : []),
    ...(standing ? standingLines(standing, speech) : []),
    // Somebody else may be speaking with them already.
    ...(others > 0
      ? [there(`/?q=${dial?.slice(1)}`, fill(speech.inbox.lead.others, { count: othersText(others) }))]
      : []),
    '',
    ...message.fields.map(({ label, value }) => `<b>${label}:</b> ${escapeHtml(value)}`),
    ...(chat ? [`<a href="${chat}">${words.write}</a>`] : []),
    '',
    `<b>${message.textLabel}:</b>\n`,
  ].join('\n');
  const room = longestText - visibleText(head).length;
  if (message.text.length <= room) return head + escapeHtml(message.text);

  const whole = inbox
    ? `<i>${words.cut}</i> ${escapeHtml(`${inbox}/leads/${lead.ref}`)}`
    : `<i>${words.cutAsk}</i> ${lead.ref}`;
  const rest = `…\n\n${whole}`;
  return head + escapeHtml(cutText(message.text, room - visibleText(rest).length)) + rest;
}

const othersText = (count: number) => (count < mostOthers ? String(count) : `${mostOthers}+`);

/** The last word on each, with who said it and when, and the last notes. */
function standingLines({ status, spam, events }: Standing, { inbox, moment }: Speech): string[] {
  const said = ({ who, at }: LeadEvent) => ` · ${escapeHtml(who)}, ${moment(new Date(at))}`;
  const by = (kind: 'status' | 'spam') => {
    const last = events.findLast((event) => event.kind === kind);
    return last ? said(last) : '';
  };
  const notes = events.filter((event) => event.kind === 'note').slice(-notesShown);
  return [
    ...(status !== 'new' || by('status')
      ? [`<b>${inbox.lead.status}:</b> ${inbox.status[status]}${by('status')}`]
      : []),
    ...(by('spam') ? [`<b>${spam ? inbox.status.spam : inbox.lead.notSpam}</b>${by('spam')}`] : []),
    ...notes.map((note) => `<b>${inbox.lead.note}:</b> ${escapeHtml(shortNote(note.text))}${said(note)}`),
  ];
}

/** The whole of them stands in the inbox; here they must leave room for what the visitor wrote. */
const notesShown = 3;
const longestNote = 200;

function shortNote(text: string): string {
  const line = readableLine(text);
  return line.length > longestNote ? `${cutText(line, longestNote).trimEnd()}…` : line;
}

/** The lead as `leadHtml` wants it. */
export const leadOf = ({ spam, createdAt, ...detail }: LeadDetail): Lead => ({
  ...detail,
  suspectedSpam: spam,
  createdAt: new Date(createdAt),
});

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const visibleText = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
