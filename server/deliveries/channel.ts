import type { BaseLogger } from 'pino';
import { type Channel, channels, type Lead } from '../store/store.ts';

/** Where leads are brought; a channel that is null is not configured. `server/config.ts` makes it. */
export type ChannelConfig = {
  telegram: { token: string; chatId: string; apiUrl: string } | null;
  email: { smtpUrl: string; from: string; to: string } | null;
  /** `secret` is a Standard Webhooks secret (`whsec_` + base64); `allowPrivate` lets `url` be inside one's own network. */
  webhook: { url: string; secret: string; allowPrivate: boolean } | null;
};

export function configuredChannels(config: ChannelConfig): Channel[] {
  return channels.filter((channel) => config[channel] !== null);
}

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

/** `retryAfterMs`: the other side asked to be left alone for that long. */
export type SendResult = { ok: true } | { ok: false; error: string; retryAfterMs?: number };

/** One way of bringing a lead to the provider: `telegram.ts`, `email.ts`, `webhook.ts`. */
export type Sender = {
  channel: Channel;
  /** Never shown: cut out of every error before it is stored or logged. */
  secrets: string[];
  /** Succeeds only when the other side has said that it took the lead. Settles soon after `signal` aborts. */
  send(lead: Lead, signal: AbortSignal): Promise<SendResult>;
};
