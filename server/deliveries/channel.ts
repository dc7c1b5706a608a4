import type { BaseLogger } from 'pino';
import type { Language } from '../../contract/languages.ts';
import type { Channel, Lead } from '../store/store.ts';

/** Where leads are brought; what is null is not configured. `server/channel-config.ts` makes it. */
export type ChannelConfig = {
  /** What the staff is told is told in this one; Uzbek where nothing is said. */
  language?: Language | undefined;
  telegram: { token: string; chatId: string; apiUrl: string; buttons: boolean } | null;
  /** `to`: plain addresses, none of them twice. */
  email: { smtpUrl: string; from: string; to: string[] } | null;
  /** `secret` is a Standard Webhooks secret (`whsec_` + base64). */
  webhook: { url: string; secret: string } | null;
};

/** Who speaks for the provider in Telegram. Without a chat it only tells people the ids of theirs. */
export type BotConfig = {
  token: string;
  chatId: string | null;
  apiUrl: string;
  buttons: boolean;
  language?: Language | undefined;
};

export const channelKinds = ['telegram', 'email', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export function configuredChannels({ telegram, email, webhook }: ChannelConfig): Channel[] {
  return [
    ...(telegram ? (['telegram'] as const) : []),
    ...(email?.to ?? []).map(emailChannel),
    ...(webhook ? (['webhook'] as const) : []),
  ];
}

/** The key is what counts as the same recipient: whoever changes `Staff@` to `staff@` gets no history anew. */
export const emailChannel = (address: string): Channel => `email:${address.toLowerCase()}`;

export const kindOf = (channel: string) => channel.split(':', 1)[0] as ChannelKind;

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

/**
 * `retryAfterMs`: the other side asked to be left alone for that long. `ofLead`: it has read this lead and will not have it;
 * others it may take.
 */
export type SendResult = { ok: true } | { ok: false; error: string; retryAfterMs?: number; ofLead?: boolean };

/** What the program itself has to say: a code for the inbox, a test of the channel. */
export type Notice = { title: string; code?: string; text: string };

/** One way of bringing a lead to the provider: `telegram.ts`, `email.ts`, `webhook.ts`. */
export type Sender = {
  channel: Channel;
  /** Never shown: cut out of every error before it is stored or logged. */
  secrets: string[];
  /** Succeeds only when the other side has said that it took the lead. Settles soon after `signal` aborts. */
  send(lead: Lead, signal: AbortSignal): Promise<SendResult>;
  /** The same for a notice. */
  tell(notice: Notice, signal: AbortSignal): Promise<SendResult>;
};
