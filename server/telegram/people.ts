import type { Context } from 'grammy';
import { whoLimit } from '../../contract/inbox.ts';
import { readableLine } from '../leads/readable.ts';
import { cutText } from '../outbox/cut-text.ts';

/** The name of the person who pressed or wrote; the group or channel when they write in its name. */
export function personIn(ctx: Context): string {
  const { from } = ctx.callbackQuery ?? ctx;
  const group = ctx.callbackQuery ? undefined : (ctx.msg?.sender_chat ?? (from ? undefined : ctx.chat));
  const title = group && 'title' in group ? group.title : undefined;
  const name = title ?? [from?.first_name, from?.last_name].filter(Boolean).join(' ');
  const shown = cutText(readableLine(name), whoLimit).trim();
  return shown || (from?.username ? `@${from.username}` : 'Telegram');
}
