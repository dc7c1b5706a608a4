/** How the bot answers somebody in the chat. */
import type { Context } from 'grammy';
import type { ForceReply } from 'grammy/types';
import type { Keyboard } from './buttons.ts';
import type { Place } from './telegram-store.ts';

export const replying = (ctx: Context) =>
  ctx.msg && { reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true } };

/** As a reply: in a busy group everybody sees what it answers, and in one with topics it stays in its own. */
export async function answer(ctx: Context, html: string): Promise<void> {
  await send(ctx, html);
}

export function send(ctx: Context, html: string, more: { reply_markup?: Keyboard | ForceReply } = {}) {
  return ctx.reply(html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...replying(ctx),
    ...more,
  });
}

/** What shows leads is either remembered or gone: nobody else could take it back when one of them is erased. */
export async function known(
  ctx: Context,
  sent: { chat: { id: number }; message_id: number },
  remember: (place: Place) => Promise<unknown>,
): Promise<void> {
  const place = { chatId: String(sent.chat.id), messageId: sent.message_id };
  try {
    await remember(place);
  } catch (error) {
    await ctx.api.deleteMessage(place.chatId, place.messageId).catch(() => {});
    throw error;
  }
}
