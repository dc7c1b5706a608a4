import type { Db } from '#server/db/db.ts';
import type { ChannelConfig, Log, Sender } from './channel.ts';
import { emailSender } from './email.ts';
import { telegramSender } from './telegram.ts';
import type { StaffMessageFormat } from './telegram-lead.ts';
import { webhookSender } from './webhook.ts';

export function configuredSenders(
  { telegram, email, webhook }: ChannelConfig,
  { db, log, ...format }: { db: Db; log: Log } & StaffMessageFormat,
): Sender[] {
  return [
    ...(telegram ? [telegramSender(telegram, { db, log, ...format })] : []),
    ...(email ? email.to.map((recipient) => emailSender(email, recipient, format)) : []),
    ...(webhook ? [webhookSender(webhook)] : []),
  ];
}
