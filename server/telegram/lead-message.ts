import { fill } from '#contract/fill.ts';
import type { LeadEvent } from '#contract/inbox.ts';
import { telegramAddress } from '#contract/telegram-address.ts';
import type { Queries } from '#server/db/db.ts';
import { findLeadRecord, type LeadRecord } from '#server/leads/find.ts';
import type { Locale } from '#server/leads/locale.ts';
import { readableLine } from '#server/leads/readable.ts';
import type { Reminder, StaffMessageFormat } from '#server/outbox/channel.ts';
import { cutText } from '#server/outbox/cut-text.ts';
import { leadParts, reminderText, shortNote } from '#server/outbox/lead-text.ts';
import { isUpcoming, leadButtons } from './buttons.ts';

/** Telegram's limit. Telegram does not count markup, but the code below does, to be on the safe side. */
const maxTextLength = 4096;

const notesShown = 3;

export async function leadContent(db: Queries, ref: string, format: StaffMessageFormat, reminder?: Reminder) {
  const lead = await findLeadRecord(db, ref);
  if (!lead) return null;
  const text = leadHtml(lead, format, reminder && reminderText(reminder, format.locale));
  return { text, reply_markup: leadButtons(lead, format.locale), version: lead.version };
}

function leadHtml(lead: LeadRecord, { locale, inboxUrl }: StaffMessageFormat, reminder = ''): string {
  const words = locale.words.lead;
  const message = leadParts(lead, locale);
  const chat = telegramAddress(readableLine(lead.phone), lead.dial, lead.telegramId);
  const link = (path: string, text: string) =>
    inboxUrl ? `<a href="${escapeHtml(inboxUrl + path)}">${text}</a>` : text;
  const title = lead.status === 'new' ? words.newTitle : words.title;
  const spamIsChecked = lead.events.some(({ kind }) => kind === 'spam');
  const head = [
    ...(reminder ? [`<b>${escapeHtml(reminder)}</b>`] : []),
    `<b>${fill(title, { ref: link(`/leads/${lead.ref}`, lead.ref) })}</b>`,
    ...(message.warning && !spamIsChecked ? [`<b>${escapeHtml(message.warning)}</b>`] : []),
    ...originLine(lead, locale),
    ...stateLines(lead, locale),
    ...(lead.others.length > 0
      ? [link(`/leads/${lead.ref}`, fill(locale.inboxWords.lead.others, { count: lead.others.length }))]
      : []),
    '',
    ...message.fields.map(({ label, value }) => `<b>${label}:</b> ${escapeHtml(value)}`),
    ...(chat ? [`<a href="${chat}">${words.write}</a>`] : []),
    '',
    `<b>${message.textLabel}:</b>\n`,
  ].join('\n');
  const room = maxTextLength - head.length;
  if (message.text.length <= room) return head + escapeHtml(message.text);

  const whole = inboxUrl
    ? `<i>${words.cut}</i> ${escapeHtml(`${inboxUrl}/leads/${lead.ref}`)}`
    : `<i>${words.cutAsk}</i> ${lead.ref}`;
  const rest = `…\n\n${whole}`;
  return head + escapeHtml(cutText(message.text, room - rest.length)) + rest;
}

/** Unless the lead came by the form. */
function originLine({ source, events }: LeadRecord, { words }: Locale): string[] {
  const added = events.find(({ kind }) => kind === 'added');
  const text = source === 'telegram-direct' ? words.lead.wroteTo : words.lead.addedBy;
  return added ? [fill(text, { name: escapeHtml(added.who) })] : [];
}

/** The last change of each kind, and the last notes. */
function stateLines({ status, spam, remindAt, events }: LeadRecord, { inboxWords, moment }: Locale) {
  const { lead: words, status: statuses } = inboxWords;
  const by = (event: LeadEvent | undefined) =>
    event ? ` · ${escapeHtml(event.who)}, ${moment(new Date(event.at))}` : '';
  const last = (kind: LeadEvent['kind']) => events.findLast((event) => event.kind === kind);
  const notes = events.filter((event) => event.kind === 'note').slice(-notesShown);
  return [
    ...(status !== 'new' || last('status')
      ? [`<b>${words.status}:</b> ${statuses[status]}${by(last('status'))}`]
      : []),
    ...(last('spam') ? [`<b>${spam ? statuses.spam : words.notSpam}</b>${by(last('spam'))}`] : []),
    ...(isUpcoming(remindAt)
      ? [`<b>${fill(words.reminderSet, { time: moment(new Date(remindAt)) })}</b>${by(last('remind'))}`]
      : []),
    ...notes.map((note) => `<b>${words.note}:</b> ${escapeHtml(shortNote(note.text))}${by(note)}`),
  ];
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
