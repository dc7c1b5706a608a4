/** What buttons, replies and commands share. */
import type { Context } from 'grammy';
import type { ForceReply } from 'grammy/types';
import { whoLimit } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import { join, sql } from '../db/sql.ts';
import { leadByRef } from '../leads/find.ts';
import type { Lead } from '../leads/lead.ts';
import { rememberMessage } from '../leads/messages.ts';
import { readableLine } from '../leads/readable.ts';
import type { Keyboard } from '../outbox/buttons.ts';
import { cutText } from '../outbox/cut-text.ts';

type Sent = { chat: { id: number }; message_id: number };

const placeOf = ({ chat, message_id }: Sent) => ({ chatId: String(chat.id), messageId: message_id });

export const asReply = (ctx: Context) =>
  ctx.msg && { reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true } };

/** As a reply: everybody in a busy group sees what it answers, and it stays in its topic. */
export const answer = (
  ctx: Context,
  html: string,
  reply_markup?: Keyboard | ForceReply | undefined,
): Promise<Sent> =>
  ctx.reply(html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...asReply(ctx),
    ...(reply_markup && { reply_markup }),
  });

/**
 * Records that a message shows these leads, so that erasing one of them deletes it. A message that
 * cannot be recorded is deleted at once.
 */
export async function remember(
  ctx: Context,
  db: Db,
  sent: Sent,
  kind: 'lead' | 'list' | 'file',
  refs: readonly string[] = [],
): Promise<void> {
  try {
    if (kind === 'file') return await rememberMessage(db, placeOf(sent), { kind });
    const leads = await db.all<{ id: number }>(
      sql`select id from contact_submissions where ref in (${join(['', ...refs])})`,
    );
    await rememberMessage(db, placeOf(sent), { kind, leadIds: leads.map(({ id }) => id) });
  } catch (error) {
    await ctx.api.deleteMessage(sent.chat.id, sent.message_id);
    throw error;
  }
}

/**
 * The lead that a message shows; null when it is not in the database. From now on the message is kept
 * up to date, even if nobody recorded it when it was sent.
 */
export async function leadOfMessage(db: Db, message: Sent, ref: string): Promise<Lead | null> {
  const lead = await leadByRef(db, ref);
  if (lead) await rememberMessage(db, placeOf(message), { kind: 'lead', leadIds: [lead.id] });
  return lead;
}

/** The name of the person who pressed or wrote. */
export function personIn({ from }: Context): string {
  const name = readableLine([from?.first_name, from?.last_name].filter(Boolean).join(' '));
  return cutText(name, whoLimit).trim() || `@${from?.username ?? 'telegram'}`;
}
