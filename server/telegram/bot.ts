/**
 * The bot in the staff's chat: buttons, replies and commands. One process at a time polls Telegram. Leads are sent by the
 * outbox, whether the bot works or not.
 */
import { autoRetry } from '@grammyjs/auto-retry';
import { Bot, type BotError, type Context, GrammyError, HttpError } from 'grammy';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { localeIn } from '../leads/locale.ts';
import { type BotReport, botLease } from '../outbox/bot-state.ts';
import type { BotConfig, Log } from '../outbox/channel.ts';
import { describeError } from '../outbox/errors.ts';
import { clientOptions, type GrammySignal, isShutOut, telegramError } from '../outbox/telegram-api.ts';
import { chatMoved, currentChatId, isConfiguredChat } from '../outbox/telegram-chat.ts';
import { answer } from './answer.ts';
import { addCallbackQueries } from './callback-queries.ts';
import { addCommands, type StatsFunctions, spellings } from './commands.ts';
import { wait, whileLeased } from './lease.ts';
import { addReplies } from './replies.ts';
import { createReporter } from './report.ts';

/** Tests shorten these times. */
export type BotTiming = {
  leaseMs: number;
  pollSeconds: number;
  /** After an error that only a person can correct. */
  retryMs: number;
  networkMs: number;
  /** How often to look whether the group moved, or lets the bot write again. */
  lookMs: number;
  /** Nothing may have failed for this long before a failure counts as over. */
  steadyMs: number;
  albumMs: number;
  stopGraceMs: number;
};

const usualTiming: BotTiming = {
  ...{ leaseMs: 30_000, pollSeconds: 25, retryMs: 30_000, networkMs: 3000 },
  ...{ lookMs: 10_000, steadyMs: 60_000, albumMs: 3000, stopGraceMs: 3000 },
};

type Options = {
  db: Db;
  config: BotConfig;
  log: Log;
  /** The inbox's address; null without one. */
  inbox: string | null;
  stats: StatsFunctions;
  /** Called after each change of a lead: its messages are to be edited. */
  wake(): void;
  timing?: Partial<BotTiming>;
};

export function startBot(options: Options): { stop(): Promise<void> } {
  // Another program polls this bot.
  if (!options.config.buttons) return { stop: async () => {} };
  const timing = { ...usualTiming, ...options.timing };
  const stopping = new AbortController();
  const ended = whileLeased(options.db, {
    name: botLease,
    leaseMs: timing.leaseMs,
    stopping: stopping.signal,
    work: (held) => runBot({ ...options, timing }, held),
  });
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

const updates = [
  ...(['message', 'edited_message', 'channel_post', 'edited_channel_post', 'callback_query'] as const),
  'my_chat_member',
] as const;

async function runBot(options: Options & { timing: BotTiming }, held: AbortSignal): Promise<void> {
  const { db, config, log, timing } = options;
  const { token, chatId } = config;
  const locale = localeIn(config.language);
  const reporter = createReporter(db, log, timing.steadyMs);
  const bot = new Bot(token, { client: clientOptions(config.apiUrl) });
  const errorText = (error: unknown) => describeError(telegramError(error).text, [token]);

  const running = new Set<Promise<unknown>>();
  function background(work: Promise<unknown>): void {
    const done = work.catch(notAnswered).finally(() => running.delete(done));
    running.add(done);
  }
  const notAnswered = (error: unknown) =>
    log.warn({ error: errorText(error) }, 'Could not reply to someone in Telegram');

  // What is under way when the bot stops may finish within a few seconds.
  const ending = new AbortController();
  held.addEventListener('abort', () => setTimeout(() => ending.abort(), timing.stopGraceMs).unref());
  limitCalls(bot, ending.signal);
  bot.api.config.use(
    autoRetry({
      ...{ maxRetryAttempts: 2, maxDelaySeconds: 15 },
      ...{ rethrowHttpErrors: true, rethrowInternalServerErrors: true },
    }),
  );
  reportPolling(bot, async (error) => {
    if (!held.aborted) await reporter.polling(error ? pollingState(error) : { state: 'ok', words: null });
  });

  const pollingState = (error: unknown): BotReport => {
    if (error instanceof WebhookIsSet) return { state: 'webhook', words: error.message };
    const { code, text } = telegramError(error);
    const words = errorText(error);
    if (code === 409) return { state: /webhook/i.test(text) ? 'webhook' : 'elsewhere', words };
    // 404: it does not even look like a token.
    return { state: code === 401 || code === 404 ? 'token' : 'unreachable', words };
  };

  // Telegram hands unconfirmed updates to the next process.
  bot.use((_, next) => (held.aborted ? undefined : next()));
  // Anybody may ask, so nobody else waits for it.
  bot.command(spellings('start'), (ctx) => background(answer(ctx, `Chat ID: <code>${ctx.chatId}</code>`)));
  const isOurs = async ({ chat }: Context) =>
    chatId !== null && chat !== undefined && (await isConfiguredChat(db, chatId, chat));
  const ours = bot.filter(isOurs);
  ours.on('message:migrate_to_chat_id', (ctx) =>
    chatMoved(db, { from: String(chatId), to: String(ctx.msg.migrate_to_chat_id) }, log),
  );
  ours.on('my_chat_member', () => announce());
  addCallbackQueries(ours, { ...options, locale });
  addCommands(ours, { ...options, locale, background });
  addReplies(ours, { ...options, locale, background, albumMs: timing.albumMs, stopping: held });
  // From elsewhere, or made up: the button must not stay pressed.
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());
  bot.catch(onError);

  async function onError({ error, ctx }: BotError<Context>): Promise<void> {
    if (error instanceof GrammyError || error instanceof HttpError) return notAnswered(error);
    log.error(
      error instanceof DatabaseUnavailable ? { error: error.message } : { err: error },
      'The bot could not process an update',
    );
    if (!(await isOurs(ctx).catch(() => false))) return;
    const { notNow, notDone } = locale.words.bot;
    if (!ctx.callbackQuery) background(answer(ctx, notDone));
    else
      background(ctx.answerCallbackQuery({ text: error instanceof DatabaseUnavailable ? notNow : notDone }));
  }

  let announcedTo: string | null = null;

  /** Tells the chat, and no stranger, which commands there are, and so finds out whether the bot may write there. */
  async function announce(): Promise<void> {
    if (chatId === null) return reporter.chat({ state: 'unset', words: null });
    const chat = await currentChatId(db, chatId);
    try {
      // Commands can be set where the bot may not write. In a channel nobody is seen typing.
      await bot.api.sendChatAction(chat, 'typing').catch((error) => {
        const { movedTo } = telegramError(error);
        if (movedTo || isShutOut(telegramError(error))) throw error;
      });
      for (const language of ['uz', 'ru', undefined] as const) {
        const { commands } = localeIn(language ?? config.language).words;
        await bot.api.setMyCommands(
          Object.entries(commands).map(([command, description]) => ({ command, description })),
          { scope: { type: 'chat', chat_id: chat }, ...(language && { language_code: language }) },
        );
      }
      announcedTo = chat;
      await reporter.chat(chat === chatId ? { state: 'ok', words: null } : { state: 'moved', words: chat });
    } catch (error) {
      const { movedTo } = telegramError(error);
      if (movedTo && movedTo !== chat) {
        await chatMoved(db, { from: chatId, to: movedTo }, log);
        return announce();
      }
      if (isShutOut(telegramError(error))) await reporter.chat({ state: 'no-chat', words: errorText(error) });
    }
  }

  /** Other processes may learn that the group moved, and a person may let the bot write again. */
  async function watchChat(): Promise<void> {
    while (!held.aborted) {
      await wait(timing.lookMs, held);
      if (held.aborted || chatId === null || announcedTo === null) continue;
      const chat = await currentChatId(db, chatId).catch(() => announcedTo);
      if (chat !== announcedTo || reporter.chatState() === 'no-chat') await announce().catch(() => {});
    }
  }

  async function poll(): Promise<void> {
    while (!held.aborted) {
      try {
        bot.botInfo = await bot.api.getMe();
        const { url } = await bot.api.getWebhookInfo();
        // `start` would delete another program's webhook.
        if (url) throw new WebhookIsSet(URL.parse(url)?.host);
        await announce();
        if (!held.aborted) await bot.start({ timeout: timing.pollSeconds, allowed_updates: updates });
      } catch (error) {
        if (held.aborted) return;
        const report = pollingState(error);
        await reporter.polling(report);
        await wait(report.state === 'unreachable' ? timing.networkMs : timing.retryMs, held);
      }
    }
  }

  let stopped: Promise<unknown> | undefined;
  // Confirms what was handled, so that nobody is answered twice.
  held.addEventListener('abort', () => {
    stopped = bot.stop().catch(() => {});
  });
  await Promise.all([poll(), watchChat()]);
  await Promise.all([stopped, ...running]);
}

class WebhookIsSet extends Error {}

const callMs = 10_000;
const uploadMs = 60_000;

/** grammY's polling brings a signal of its own. */
function limitCalls(bot: Bot, ending: AbortSignal): void {
  bot.api.config.use((call, method, payload, signal) => {
    if (signal) return call(method, payload, signal);
    const limitMs = /^send(Document|Photo)$/.test(method) ? uploadMs : callMs;
    const limit = AbortSignal.any([ending, AbortSignal.timeout(limitMs)]);
    return call(method, payload, limit as unknown as GrammySignal);
  });
}

/** grammY retries without telling anybody. */
function reportPolling(bot: Bot, report: (error: unknown) => Promise<void>): void {
  bot.api.config.use(async (call, method, payload, signal) => {
    if (method !== 'getUpdates') return call(method, payload, signal);
    try {
      const answer = await call(method, payload, signal);
      await report(
        answer.ok ? null : new GrammyError('', answer, method, payload as Record<string, unknown>),
      );
      return answer;
    } catch (error) {
      await report(error);
      throw error;
    }
  });
}
