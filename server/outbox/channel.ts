import type { BaseLogger } from 'pino';
import type { Language } from '../../contract/languages.ts';
import type { Lead } from '../leads/lead.ts';
import type { Place } from '../leads/messages.ts';

/** Where leads are sent. Every recipient of e-mail is a channel of its own. */
export type Channel = 'telegram' | 'webhook' | `email:${string}`;

/** What is null is not configured. */
export type ChannelConfig = {
  /** Of messages to the staff. */
  language?: Language | undefined;
  telegram: (BotConfig & { chatId: string }) | null;
  /** `to`: plain addresses, each once. */
  email: { smtpUrl: string; from: string; to: string[] } | null;
  /** `secret` is a Standard Webhooks secret (`whsec_` + base64). */
  webhook: { url: string; secret: string } | null;
};

/** Without a chat the bot only tells people the ids of theirs. */
export type BotConfig = {
  token: string;
  chatId: string | null;
  apiUrl: string;
  buttons: boolean;
  language?: Language | undefined;
};

export function configuredChannels({ telegram, email, webhook }: ChannelConfig): Channel[] {
  return [
    ...(telegram ? (['telegram'] as const) : []),
    ...(email?.to ?? []).map(emailChannel),
    ...(webhook ? (['webhook'] as const) : []),
  ];
}

/** `Staff@` and `staff@` are the same recipient. */
export const emailChannel = (address: string): Channel => `email:${address.toLowerCase()}`;

export const kindOf = (channel: string) => channel.split(':', 1)[0] as 'telegram' | 'email' | 'webhook';

/** People read Telegram and e-mail; a webhook is for programs. */
export const reachesPeople = (channel: string) => kindOf(channel) !== 'webhook';

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

/** A message from the program itself: a sign-in code, an alert, the digest. */
export type Notice = { title: string; code?: string; text: string };

/** Why a lead is sent again. */
export type Reminder = { reason: 'unanswered' | 'due'; note: string | null };

/** `key` is the same in every attempt at one message. */
export type Message = { key: string } & (
  | { kind: 'lead'; lead: Lead }
  | ({ kind: 'reminder'; lead: Lead } & Reminder)
  | ({ kind: 'notice' } & Notice)
);

/** A message in Telegram that has to follow its lead. */
export type Change = ({ kind: 'edit'; lead: Lead } | { kind: 'delete' }) & Place;

/** One way to the provider. It throws unless the service took the message. */
export type Sender = {
  channel: Channel;
  /** Removed from every error before it is stored or logged. */
  secrets: string[];
  send(message: Message): Promise<void>;
  /** Only Telegram's messages can be changed. */
  change?(change: Change): Promise<void>;
};
