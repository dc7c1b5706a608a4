/** The bot handles buttons, replies and commands in the staff's chat. The outbox sends leads without it. */
import { Bot, type BotError, type Context } from 'grammy';
import type { Db } from '#server/db/db.ts';
import { localeIn } from '#server/leads/locale.ts';
import type { BotConfig, StaffMessageFormat } from '#server/outbox/channel.ts';
import { describeError } from '#server/outbox/errors.ts';
import type { Log } from '#server/runtime/log.ts';
import { cannotPost, clientOptions, retryRateLimited, telegramError } from './api.ts';
import type { BotStatus } from './bot-state.ts';
import { addCallbackQueries } from './callback-queries.ts';
import { answer } from './chat.ts';
import { chatMoved, currentChatId, isConfiguredChat } from './chat-id.ts';
import { addCommands, spellings } from './commands.ts';
import { addDirectMessages } from './direct-messages.ts';
import { type BotTiming, pollTelegram } from './poll.ts';
import { addReplies } from './replies.ts';

type Options = {
  db: Db;
  config: BotConfig;
  log: Log;
  siteUrl: string | null;
  /** Called after each change of a lead, so that its messages are updated at once. */
  wake(): void;
  timing?: BotTiming;
} & StaffMessageFormat;

const callSeconds = 30;
const usualTiming: BotTiming = { leaseMs: 60_000, pollSeconds: 20, retryMs: 10_000 };

export function startBot(options: Options): { stop(): Promise<void> } {
  const { db, config, locale, log, timing = usualTiming } = options;
  if (!config.buttons) return { stop: async () => {} };
  const { token, chatId, apiUrl } = config;
  const errorText = (error: unknown) => describeError(telegramError(error).text, [token]);
  const bot = new Bot(token, { client: clientOptions(apiUrl, callSeconds) });
  bot.api.config.use(retryRateLimited);
  bot.command(spellings('start'), (ctx) => answer(ctx, `Chat ID: <code>${ctx.chatId}</code>`));
  addDirectMessages(bot, options);
  const staffChat = bot
    .filter(async ({ chat }) => chatId !== null && chat !== undefined && isConfiguredChat(db, chatId, chat))
    .errorBoundary(onError);
  staffChat.on(['my_chat_member', 'message:migrate_to_chat_id'], () => {
    checkedChat = null;
  });
  addCallbackQueries(staffChat, options);
  addCommands(staffChat, options);
  addReplies(staffChat, options);
  // Without an answer, a button pressed in another chat would keep its spinner.
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());

  async function onError({ error, ctx }: BotError<Context>): Promise<void> {
    log.error({ error: errorText(error) }, 'The bot could not process an update');
    const { failed } = locale.words.bot;
    await (ctx.callbackQuery ? ctx.answerCallbackQuery(failed) : answer(ctx, failed));
  }

  let checkedChat: string | null = null;

  /** Registers the commands for the chat and finds out whether the bot may write there. */
  async function checkChat(): Promise<BotStatus> {
    if (chatId === null) return { state: 'no-chat-id', detail: null };
    const chat = await currentChatId(db, chatId);
    try {
      if (chat !== checkedChat) await setCommands(chat);
      checkedChat = chat;
    } catch (error) {
      const failure = telegramError(error);
      if (cannotPost(failure)) return { state: 'no-access', detail: errorText(error) };
      if (!failure.movedTo) throw error;
      await chatMoved(db, { from: chatId, to: failure.movedTo }, log);
    }
    return chat === chatId ? { state: 'ok', detail: null } : { state: 'chat-moved', detail: chat };
  }

  async function setCommands(chat: string): Promise<void> {
    // Setting commands needs no right to write, so probe with an action. Telegram channels reject the action; ignore that.
    await bot.api.sendChatAction(chat, 'typing').catch((error) => {
      const failure = telegramError(error);
      if (failure.movedTo || cannotPost(failure)) throw error;
    });
    for (const language of ['uz', 'ru', undefined] as const) {
      const { commands } = (language ? localeIn(language) : locale).words;
      await bot.api.setMyCommands(
        Object.entries(commands).map(([command, description]) => ({ command, description })),
        { scope: { type: 'chat', chat_id: chat }, ...(language && { language_code: language }) },
      );
    }
  }

  const stopping = new AbortController();
  const ended = pollTelegram({ bot, db, log, timing, stopping: stopping.signal, checkChat, errorText });
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
