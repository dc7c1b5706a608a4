import { originText } from '../../content/inbox/source-name.ts';
import { uz } from '../../content/inbox/uz.ts';
import { dialableNumber } from '../leads/phone.ts';
import { readableLine, readableText } from '../leads/readable.ts';
import { momentInUzbek } from '../leads/tashkent-time.ts';
import type { Lead } from '../store/store.ts';

/** What the provider's staff reads about a lead, in Uzbek; Telegram and e-mail lay it out in their own ways. */
export type Message = {
  title: string;
  warning: string | null;
  fields: { label: string; value: string }[];
  textLabel: string;
  text: string;
};

const languageNames = new Map([
  ['uz', 'oʻzbekcha'],
  ['en', 'inglizcha'],
  ['ru', 'ruscha'],
]);
export const languageName = (language: string) => languageNames.get(language) ?? language;

export function leadMessage(lead: Lead): Message {
  const phone = readableLine(lead.phone);
  const number = dialableNumber(phone);
  const from = readableLine(originText(lead, uz));
  return {
    title: `Yangi murojaat ${lead.ref}`,
    warning: lead.suspectedSpam ? '⚠️ Spam boʻlishi mumkin' : null,
    fields: [
      { label: 'Ism', value: readableLine(lead.name) },
      { label: 'Telefon', value: number && !phone.includes(number) ? `${phone} (${number})` : phone },
      { label: 'E-mail', value: lead.email ? readableLine(lead.email) : '—' },
      {
        label: 'Sahifa tili',
        value: readableLine(languageName(lead.language ?? '—')),
      },
      ...(from ? [{ label: 'Manba', value: from }] : []),
      { label: 'Vaqt', value: `${momentInUzbek(lead.createdAt)} (Toshkent vaqti)` },
    ],
    textLabel: 'Xabar',
    text: readableText(lead.message),
  };
}

/** At most `length` UTF-16 code units, never ending inside a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length));
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
