import { originText } from '../../content/inbox/source-name.ts';
import { fill } from '../../contract/fill.ts';
import type { WholeLead } from '../../contract/inbox.ts';
import { type Locale, languageName } from '../leads/locale.ts';
import { dialableNumber } from '../leads/phone.ts';
import { readableLine, readableText } from '../leads/readable.ts';
import type { Reminder } from './channel.ts';
import { cutText } from './cut-text.ts';

/** A stored lead, or one as the inbox shows it. */
export type ShownLead = Omit<WholeLead, 'dial' | 'excerpt'>;

/** What the staff reads about a lead; Telegram and e-mail lay it out differently. */
type Message = {
  title: string;
  warning: string | null;
  fields: { label: string; value: string }[];
  textLabel: string;
  text: string;
};

export function leadMessage(lead: ShownLead, locale: Locale): Message {
  const words = locale.words.lead;
  const from = readableLine(originText(lead, locale.inbox));
  return {
    title: fill(words.arrived, { ref: lead.ref }),
    warning: lead.spam ? words.suspected : null,
    fields: [
      { label: words.name, value: readableLine(lead.name) },
      { label: words.phone, value: phoneText(lead.phone) },
      { label: words.email, value: lead.email ? readableLine(lead.email) : '—' },
      { label: words.pageLanguage, value: readableLine(languageName(lead.language ?? '—', locale)) },
      ...(from ? [{ label: words.source, value: from }] : []),
      { label: words.time, value: locale.momentInTashkent(new Date(lead.createdAt)) },
    ],
    textLabel: words.message,
    text: readableText(lead.message),
  };
}

/** As typed, followed by the number to dial when that differs. */
export function phoneText(typed: string): string {
  const phone = readableLine(typed);
  const number = dialableNumber(phone);
  return number && !phone.includes(number) ? `${phone} (${number})` : phone;
}

export function reminderText({ reason, note }: Reminder, { words }: Locale): string {
  if (reason === 'unanswered') return words.lead.unanswered;
  return note ? `${words.lead.reminder}: ${shortNote(note)}` : words.lead.reminder;
}

const longestNote = 200;

/** The inbox has the whole note; here it leaves room for what the visitor wrote. */
export function shortNote(text: string): string {
  const line = readableLine(text);
  return line.length > longestNote ? `${cutText(line, longestNote).trimEnd()}…` : line;
}
