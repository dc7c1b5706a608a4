/** Who is heard, and by what: a stranger, a press, a command, a reply. */
import type { Bot } from 'grammy';
import { createAllowance } from '../figures/allowance.ts';
import { answer } from './answer.ts';
import type { Chat } from './chat.ts';
import { addCommands } from './commands.ts';
import { createPresses } from './presses.ts';
import { createReplies } from './replies.ts';

type Dependencies = Parameters<typeof addCommands>[1] &
  Parameters<typeof createPresses>[0] &
  Parameters<typeof createReplies>[0] & {
    /** Null while none is chosen. */
    chat: Chat | null;
    /** The bot was put into the chat or out of it, or may do more or less there. */
    onMembership(): Promise<void>;
  };

export function addHandlers(bot: Bot, { chat, onMembership, ...dependencies }: Dependencies): void {
  const mayAnswerStart = createAllowance({ points: 20, seconds: 60 });
  bot.command(['start', 'Start', 'START'], (ctx) => {
    // Any stranger may ask, and must not keep the bot from those it is for, be it by a silence that Telegram asks for there.
    if (mayAnswerStart('all')) dependencies.beside(answer(ctx, `Chat ID: <code>${ctx.chatId}</code>`));
  });

  const ours = bot.filter(async (ctx) => ctx.chat !== undefined && (await chat?.is(ctx.chat)) === true);
  // Whoever presses elsewhere learns nothing, but is not left waiting either.
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());

  ours.on('message:migrate_to_chat_id', (ctx) => chat?.follow(String(ctx.msg.migrate_to_chat_id)));
  ours.on('my_chat_member', onMembership);
  ours.on('callback_query:data', createPresses(dependencies));
  addCommands(ours, dependencies);
  ours.on(['message', 'edited_message', 'channel_post', 'edited_channel_post'], createReplies(dependencies));
}
