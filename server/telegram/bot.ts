/**
 * The bot in the staff's chat: buttons, replies and commands. One process at a time polls Telegram. Leads are sent by the
 * outbox, whether the bot works or not.
 */
import { autoRetry } from '@grammyjs/auto-retry';
import { Bot, type BotError, type Context } from 'grammy';
import type { Db } from '../db/db.ts';
import { localeIn } from '../leads/locale.ts';
import type { BotConfig, Log } from '../outbox/channel.ts';
import { describeError } from '../outbox/errors.ts';
import { clientOptions, isShutOut, telegramError } from '../outbox/telegram-api.ts';
import { chatMoved, currentChatId, isConfiguredChat } from '../outbox/telegram-chat.ts';
import { addCallbackQueries } from './callback-queries.ts';
import { answer } from './chat.ts';
import { addCommands, spellings } from './commands.ts';
import { type BotTiming, isFromTelegram, pollTelegram } from './poll.ts';
import { addReplies } from './replies.ts';
import type { BotReport } from './report.ts';

type Options = {
  db: Db;
  config: BotConfig;
  log: Log;
  siteUrl: string | null;
  /** The inbox's address; null without one. */
  inbox: string | null;
  /** Called after each change of a lead: its messages are to be edited. */
  wake(): void;
  timing?: BotTiming;
};

const callSeconds = 30;
const usualTiming: BotTiming = { leaseMs: 60_000, pollSeconds: 20, retryMs: 10_000 };

export function startBot(options: Options): { stop(): Promise<void> } {
  const { db, config, log, timing = usualTiming } = options;
  // Another program polls this bot.
  if (!config.buttons) return { stop: async () => {} };
  const { token, chatId, apiUrl, language } = config;
  const locale = localeIn(language);
  const wordsOf = (error: unknown) => describeError(telegramError(error).text, [token]);
  const bot = new Bot(token, { client: clientOptions(apiUrl, callSeconds) });
  bot.api.config.use(
    autoRetry({
      maxRetryAttempts: 2,
      maxDelaySeconds: 15,
      rethrowHttpErrors: true,
      rethrowInternalServerErrors: true,
    }),
  );
  bot.command(spellings('start'), (ctx) => answer(ctx, `Chat ID: <code>${ctx.chatId}</code>`));
  const ours = bot
    .filter(async ({ chat }) => chatId !== null && chat !== undefined && isConfiguredChat(db, chatId, chat))
    .errorBoundary(onError);
  ours.on(['my_chat_member', 'message:migrate_to_chat_id'], () => {
    announcedTo = null;
  });
  addCallbackQueries(ours, { ...options, locale });
  addCommands(ours, { ...options, locale });
  addReplies(ours, { ...options, locale });
  // From elsewhere, or made up: the button must not stay pressed.
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());

  async function onError({ error, ctx }: BotError<Context>): Promise<void> {
    if (isFromTelegram(error)) throw error;
    log.error({ err: error }, 'The bot could not process an update');
    const { notDone } = locale.words.bot;
    await (ctx.callbackQuery ? ctx.answerCallbackQuery(notDone) : answer(ctx, notDone));
  }

  let announcedTo: string | null = null;

  /** Tells the chat alone which commands there are, and so finds out whether the bot may write there. */
  async function announce(): Promise<BotReport> {
    if (chatId === null) return { state: 'unset', words: null };
    const chat = await currentChatId(db, chatId);
    try {
      if (chat !== announcedTo) await setCommands(chat);
      announcedTo = chat;
    } catch (error) {
      const failure = telegramError(error);
      if (isShutOut(failure)) return { state: 'no-chat', words: wordsOf(error) };
      if (!failure.movedTo) throw error;
      await chatMoved(db, { from: chatId, to: failure.movedTo }, log);
    }
    return chat === chatId ? { state: 'ok', words: null } : { state: 'moved', words: chat };
  }

  async function setCommands(chat: string): Promise<void> {
    // Commands can be set where the bot may not write. In a channel nobody is seen typing.
    await bot.api.sendChatAction(chat, 'typing').catch((error) => {
      const failure = telegramError(error);
      if (failure.movedTo || isShutOut(failure)) throw error;
    });
    for (const language of ['uz', 'ru', undefined] as const) {
      const { commands } = localeIn(language ?? config.language).words;
      await bot.api.setMyCommands(
        Object.entries(commands).map(([command, description]) => ({ command, description })),
        { scope: { type: 'chat', chat_id: chat }, ...(language && { language_code: language }) },
      );
    }
  }

  const stopping = new AbortController();
  const ended = pollTelegram({ bot, db, log, timing, stopping: stopping.signal, announce, wordsOf });
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
