import type { Context } from 'grammy';
import type { ForceReply, User } from 'grammy/types';
import { personNameLimit } from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import { findLead } from '#server/leads/find.ts';
import type { Lead } from '#server/leads/lead.ts';
import { readableLine } from '#server/leads/readable.ts';
import { cutText } from '#server/outbox/cut-text.ts';
import { htmlOptions } from './api.ts';
import type { Keyboard } from './buttons.ts';
import { recordMessage } from './messages.ts';

type ChatMessage = { chat: { id: number }; message_id: number };

export const messageIdOf = ({ chat, message_id: messageId }: ChatMessage) => ({
  chatId: String(chat.id),
  messageId,
});

export const replyOptions = (ctx: Context) =>
  ctx.msg && { reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true } };

/** As a reply it shows what it answers, and stays in the same topic of the group. */
export const answer = (
  ctx: Context,
  html: string,
  reply_markup?: Keyboard | ForceReply | undefined,
): Promise<ChatMessage> =>
  ctx.reply(html, { ...htmlOptions, ...replyOptions(ctx), ...(reply_markup && { reply_markup }) });

/** Also records the message, in case that failed when it was sent. */
export async function leadOfMessage(db: Queries, message: ChatMessage, ref: string): Promise<Lead | null> {
  const lead = await findLead(db, ref);
  if (lead) await recordMessage(db, messageIdOf(message), 'lead', [lead.ref]);
  return lead;
}

/** As a person wrote it in their profile. */
export function nameOf({
  first_name,
  last_name,
  username,
}: Pick<User, 'first_name' | 'last_name' | 'username'>): string {
  const name = readableLine([first_name, last_name].filter(Boolean).join(' '));
  return cutText(name, personNameLimit).trim() || (username ? `@${username}` : 'Telegram');
}

export const personIn = ({ from }: Context): string => (from ? nameOf(from) : 'Telegram');
