import type { Lead } from '#server/leads/lead.ts';
import type { Locale } from '#server/leads/locale.ts';

/** Each mail recipient is a separate channel. */
export type Channel = 'telegram' | 'webhook' | `email:${string}`;

export type ChannelConfig = {
  telegram: (BotConfig & { chatId: string }) | null;
  email: { smtpUrl: string; from: string; to: string[] } | null;
  webhook: { url: string; secret: string } | null;
};

/**
 * Without `chatId` the bot only replies to /start with the chat’s ID. Without `buttons` it sends messages but reads none: no
 * buttons, replies or commands.
 */
export type BotConfig = { token: string; chatId: string | null; apiUrl: string; buttons: boolean };

export function configuredChannels({ telegram, email, webhook }: ChannelConfig): Channel[] {
  return [
    ...(telegram ? (['telegram'] as const) : []),
    ...(email?.to ?? []).map(emailChannel),
    ...(webhook ? (['webhook'] as const) : []),
  ];
}

export const emailChannel = (address: string): Channel => `email:${address.toLowerCase()}`;

export const channelType = (channel: string) => channel.split(':', 1)[0] as 'telegram' | 'email' | 'webhook';

export const reachesPeople = (channel: string) => channelType(channel) !== 'webhook';

/** How messages to the staff are written: in which language, and with links to which inbox. */
export type StaffMessageFormat = { locale: Locale; inboxUrl: string | null };

/** A message from the program itself: a sign-in code, an alert, the digest. */
export type StaffMessage = { title: string; code?: string; text: string };

export type Reminder = { reason: 'unanswered' | 'due'; note: string | null };

/** Every attempt to send a message has the same `key`. */
export type OutboxMessage = { key: string } & (
  | { kind: 'lead'; lead: Lead }
  | ({ kind: 'reminder'; lead: Lead } & Reminder)
  | ({ kind: 'staff' } & StaffMessage)
  | WebhookEvent
);

export type LeadMessage = Extract<OutboxMessage, { kind: 'lead' | 'reminder' }>;

/** For the webhook only: the lead was changed, or erased (then it is null). */
type WebhookEvent = { kind: 'event'; ref: string; lead: Lead | null; at: string };

/** Sends to one channel. Throws unless the service accepted the message: `Rejected`, `RateLimited`, `Gone`, or anything else for a failing channel. */
export type Sender = {
  channel: Channel;
  /** Masked in errors. */
  secrets: string[];
  send(message: OutboxMessage): Promise<void>;
};
