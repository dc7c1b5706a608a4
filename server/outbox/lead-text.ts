import { originText } from '#content/inbox/source-name.ts';
import { fill } from '#contract/fill.ts';
import type { LeadFields } from '#contract/inbox.ts';
import type { Locale } from '#server/leads/locale.ts';
import { dialableNumber } from '#server/leads/phone.ts';
import { readableLine, readableText } from '#server/leads/readable.ts';
import type { Reminder } from './channel.ts';
import { cutText } from './cut-text.ts';

/** The parts of a lead's message, for Telegram and for mail. */
export function leadParts(lead: Omit<LeadFields, 'dial' | 'excerpt'>, locale: Locale) {
  const words = locale.words.lead;
  const from = readableLine(originText(lead, locale.inboxWords));
  return {
    title: fill(lead.status === 'new' ? words.newTitle : words.title, { ref: lead.ref }),
    warning: lead.spam ? words.suspected : null,
    fields: [
      { label: words.name, value: readableLine(lead.name) },
      { label: words.phone, value: phoneText(lead.phone) },
      { label: words.email, value: lead.email ? readableLine(lead.email) : '—' },
      { label: words.pageLanguage, value: lead.language ? locale.words.languages[lead.language] : '—' },
      ...(from ? [{ label: words.source, value: from }] : []),
      { label: words.time, value: locale.momentInTashkent(new Date(lead.createdAt)) },
    ],
    textLabel: words.message,
    text: readableText(lead.message),
  };
}

/** The number as typed, followed by the number to dial if that differs. */
export function phoneText(typed: string): string {
  const phone = readableLine(typed);
  const number = dialableNumber(phone);
  return number && !phone.includes(number) ? `${phone} (${number})` : phone;
}

export function reminderText({ reason, note }: Reminder, { words }: Locale): string {
  if (reason === 'unanswered') return words.lead.unanswered;
  return note ? `${words.lead.reminder}: ${shortNote(note)}` : words.lead.reminder;
}

const maxNoteLength = 200;

export function shortNote(text: string): string {
  const line = readableLine(text);
  return line.length > maxNoteLength ? `${cutText(line, maxNoteLength).trimEnd()}…` : line;
}
