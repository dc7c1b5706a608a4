import { originText } from '../../content/inbox/source-name.ts';
import { fill } from '../../contract/fill.ts';
import { dialableNumber } from '../leads/phone.ts';
import { readableLine, readableText } from '../leads/readable.ts';
import { languageName, type Speech } from '../leads/speech.ts';
import type { Lead } from '../store/store.ts';

/** What the provider's staff reads about a lead; Telegram and e-mail lay it out in their own ways. */
type Message = {
  title: string;
  warning: string | null;
  fields: { label: string; value: string }[];
  textLabel: string;
  text: string;
};

export function leadMessage(lead: Lead, speech: Speech): Message {
  const words = speech.words.lead;
  const from = readableLine(originText(lead, speech.inbox));
  return {
    title: fill(words.arrived, { ref: lead.ref }),
    warning: lead.suspectedSpam ? words.suspected : null,
    fields: [
      { label: words.name, value: readableLine(lead.name) },
      { label: words.phone, value: phoneText(lead.phone) },
      { label: words.email, value: lead.email ? readableLine(lead.email) : '—' },
      {
        label: words.pageLanguage,
        value: readableLine(languageName(lead.language ?? '—', speech)),
      },
      ...(from ? [{ label: words.source, value: from }] : []),
      { label: words.time, value: speech.momentInTashkent(lead.createdAt) },
    ],
    textLabel: words.message,
    text: readableText(lead.message),
  };
}

/** As it was typed, and as it is dialled where that is not the same. */
export function phoneText(typed: string): string {
  const phone = readableLine(typed);
  const number = dialableNumber(phone);
  return number && !phone.includes(number) ? `${phone} (${number})` : phone;
}

/** At most `length` UTF-16 code units, never ending inside a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length));
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
