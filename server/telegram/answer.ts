import type { Context } from 'grammy';
import type { ForceReply } from 'grammy/types';
import type { Db } from '../db/db.ts';
import { join, sql } from '../db/sql.ts';
import { rememberMessage } from '../leads/messages.ts';
import type { Keyboard } from '../outbox/buttons.ts';

type Sent = { chat: { id: number }; message_id: number };

export const asReply = (ctx: Context) =>
  ctx.msg && { reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true } };

/** As a reply: everybody in a busy group sees what it answers, and it stays in its topic. */
export const answer = (
  ctx: Context,
  html: string,
  more: { reply_markup?: Keyboard | ForceReply } = {},
): Promise<Sent> =>
  ctx.reply(html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...asReply(ctx),
    ...more,
  });

/**
 * Records that a message shows these leads, so that erasing one deletes it. A message that cannot be recorded, perhaps because
 * a lead was erased meanwhile, is deleted at once.
 */
export async function remember(
  ctx: Context,
  db: Db,
  sent: Sent,
  kind: 'lead' | 'list' | 'file',
  refs: readonly string[] = [],
): Promise<void> {
  const place = { chatId: String(sent.chat.id), messageId: sent.message_id };
  try {
    if (kind === 'file') return await rememberMessage(db, place, { kind });
    const leads = await db.all<{ id: number }>(
      sql`select id from contact_submissions where ref in (${join(['', ...refs])})`,
    );
    if (leads.length < refs.length) throw new Error('A lead was erased meanwhile');
    await rememberMessage(db, place, { kind, leadIds: leads.map(({ id }) => id) });
  } catch (error) {
    await ctx.api.deleteMessage(place.chatId, place.messageId).catch(() => {});
    throw error;
  }
}
