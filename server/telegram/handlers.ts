/** Who is heard, and by what: a stranger, a press, a command, a reply. */
import type { Bot } from 'grammy';
import { answer } from './answer.ts';
import type { Chat } from './chat.ts';
import { addCommands } from './commands.ts';
import { createPresses } from './presses.ts';
import { createReplies } from './replies.ts';

type Dependencies = Parameters<typeof addCommands>[1] &
  Parameters<typeof createPresses>[0] & {
    /** Null while none is chosen. */
    chat: Chat | null;
  };

export function addHandlers(bot: Bot, { chat, ...dependencies }: Dependencies): void {
  const mayAnswerStart = atMost(20, 60_000);
  bot.command(['start', 'Start', 'START'], async (ctx) => {
    // Any stranger may ask, and must not keep the bot from those it is for.
    if (mayAnswerStart()) await answer(ctx, `Chat ID: <code>${ctx.chatId}</code>`);
  });

  const ours = bot.filter(async (ctx) => ctx.chat !== undefined && (await chat?.is(ctx.chat)) === true);
  // Whoever presses elsewhere learns nothing, but is not left waiting either.
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());

  ours.on('message:migrate_to_chat_id', (ctx) => chat?.follow(String(ctx.msg.migrate_to_chat_id)));
  ours.on('callback_query:data', createPresses(dependencies));
  addCommands(ours, dependencies);
  ours.on(['message', 'channel_post', 'edited_message'], createReplies(dependencies));
}

/** True so many times within a while. */
function atMost(times: number, withinMs: number): () => boolean {
  let taken: number[] = [];
  return () => {
    const now = performance.now();
    taken = taken.filter((at) => now - at < withinMs);
    if (taken.length >= times) return false;
    taken.push(now);
    return true;
  };
}
