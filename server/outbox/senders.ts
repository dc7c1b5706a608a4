import type { Db } from '../db/db.ts';
import { localeIn } from '../leads/locale.ts';
import type { ChannelConfig, Log, Sender } from './channel.ts';
import { emailSender } from './email.ts';
import { telegramSender } from './telegram.ts';
import { webhookSender } from './webhook.ts';

/** `inbox`: the inbox's address for links in messages, null without one. */
export function configuredSenders(
  { telegram, email, webhook, language }: ChannelConfig,
  { db, log, inbox }: { db: Db; log: Log; inbox: string | null },
): Sender[] {
  const view = { locale: localeIn(language), inbox };
  return [
    ...(telegram ? [telegramSender(telegram, { db, log, ...view })] : []),
    ...(email ? email.to.map((recipient) => emailSender(email, recipient, view)) : []),
    ...(webhook ? [webhookSender(webhook)] : []),
  ];
}
