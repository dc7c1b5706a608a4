import type { Db } from '../db/db.ts';
import type { ChannelConfig, Log, Sender } from './channel.ts';
import { emailSender } from './email.ts';
import { telegramSender } from './telegram.ts';
import type { MessageOptions } from './telegram-lead.ts';
import { webhookSender } from './webhook.ts';

export function configuredSenders(
  { telegram, email, webhook }: ChannelConfig,
  { db, log, ...messageOptions }: { db: Db; log: Log } & MessageOptions,
): Sender[] {
  return [
    ...(telegram ? [telegramSender(telegram, { db, log, ...messageOptions })] : []),
    ...(email ? email.to.map((recipient) => emailSender(email, recipient, messageOptions)) : []),
    ...(webhook ? [webhookSender(webhook)] : []),
  ];
}
