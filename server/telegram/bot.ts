/**
 * The provider's bot: buttons, replies and commands in the chat, and messages that stay true. Of all servers and workers
 * that share a store, one at a time is it. Leads are sent by server/deliveries, whatever happens here.
 */
import { randomUUID } from 'node:crypto';
import { Bot, type Context } from 'grammy';
import type { BotConfig, Log } from '../deliveries/channel.ts';
import type { Leads } from '../leads/leads.ts';
import { speechIn } from '../leads/speech.ts';
import type { Store } from '../store/store.ts';
import { answer } from './answer.ts';
import { clientOptions, limitCalls, troubleOf } from './api.ts';
import { createChat, isShutOut } from './chat.ts';
import { createForgetFormer } from './former-bot.ts';
import { addHandlers } from './handlers.ts';
import { createKeeper } from './keeper.ts';
import { wait, whileLeased } from './lease.ts';
import { listen, tellUnanswered } from './listen.ts';
import { createReporter } from './report.ts';
import type { BotReport } from './telegram-store.ts';
import { type BotTiming, usualBotTiming } from './timing.ts';

type Dependencies = {
  store: Store;
  leads: Leads;
  config: BotConfig;
  log: Log;
  /** Where the provider reads leads from anywhere; null where there is no such place. */
  inbox: string | null;
  /** The visitors' page, for links to it. */
  siteUrl: string | null;
  timing?: Partial<BotTiming>;
};

export function startBot({ store, leads, config, log, inbox, siteUrl, timing: changed }: Dependencies): {
  stop(): Promise<void>;
} {
  const timing = { ...usualBotTiming, ...changed };
  const { telegram } = store;
  const holder = randomUUID();
  const stopping = new AbortController();
  const ending = new AbortController();
  const chat = config.chatId === null ? null : createChat(config.chatId, telegram, log);
  const bot = new Bot(config.token, { client: clientOptions(config, timing.pollMs) });
  limitCalls(bot.api, ending.signal);
  const speech = speechIn(config.language);
  const forgetFormer = createForgetFormer(telegram, config.token, log);
  const keeper = createKeeper({ api: bot.api, config, chat, store: telegram, leads, log, inbox });
  /** What nobody has to wait for but the end. */
  const underWay = new Set<Promise<void>>();
  function beside(work: Promise<void>): void {
    const ended = work
      .catch((error) => tellUnanswered(error, config.token, log))
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  }
  addHandlers(bot, {
    ...{ leads, store: telegram, keeper, chat, inbox, siteUrl, speech, beside, stopping: stopping.signal },
    onMembership: () => tellCommands(),
  });

  /** The chat that was last told of the commands: a group that becomes a supergroup is another one. */
  let toldCommands: string | null = null;
  const heard = createReporter((report) => telegram.report(holder, report), timing.steadyMs, log);

  /**
   * People see the commands in their own language, strangers see none: only the chat is told of them. That is allowed where
   * nothing may be written, as to somebody who has blocked the bot; to be typing is not.
   */
  async function tellCommands(followed = false): Promise<void> {
    if (!chat) return;
    try {
      toldCommands = await chat.id();
      const scope = { type: 'chat', chat_id: toldCommands } as const;
      await bot.api.sendChatAction(scope.chat_id, 'typing').catch((error) => {
        // In a channel nobody is seen typing.
        if (isShutOut(troubleOf(error, config.token))) throw error;
      });
      for (const language of ['uz', 'ru', undefined] as const) {
        const list = Object.entries(speechIn(language ?? config.language).words.commands);
        await bot.api.setMyCommands(
          list.map(([command, description]) => ({ command, description })),
          { scope, ...(language && { language_code: language }) },
        );
      }
      await heard.chat(chatState());
    } catch (error) {
      const trouble = troubleOf(error, config.token);
      if (!followed && trouble.movedTo && trouble.movedTo !== (await chat.id())) {
        await chat.follow(trouble.movedTo);
        return tellCommands(true);
      }
      if (isShutOut(trouble)) await heard.chat({ state: 'no-chat', words: trouble.words });
    }
  }

  function chatState(): BotReport {
    if (!chat) return { state: 'unset', words: null };
    const newId = chat.movedTo();
    return newId ? { state: 'moved', words: newId } : { state: 'well', words: null };
  }

  /**
   * News go to the provider's chat of today alone, and without buttons a message stays as it came. What is not shown
   * waits: the chat may be chosen again, the buttons switched on. An erased lead is taken back everywhere.
   */
  const chatsToShowIn = async () => (config.buttons && chat ? chat.ids() : []);

  async function tellDropped(ctx: Context): Promise<void> {
    if (!ctx.chat || !(await chat?.is(ctx.chat))) return;
    const { notDone } = speech.words.bot;
    await (ctx.callbackQuery ? ctx.answerCallbackQuery({ text: notDone }) : answer(ctx, notDone));
  }

  /** Whatever was changed by whomever, one message after the other. */
  async function tidy(held: AbortSignal): Promise<void> {
    let lookAtChat = performance.now() + timing.mendMs;
    /** Telegram may ask for a day without edits: messages of erased leads go meanwhile, and how the bot is doing is told. */
    let editsFrom = 0;
    let turns = 0;
    while (!held.aborted) {
      try {
        if (config.buttons && performance.now() >= lookAtChat) {
          lookAtChat = performance.now() + timing.mendMs;
          await chat?.look();
          const hasMoved = toldCommands !== null && toldCommands !== (await chat?.id());
          if (heard.isShutOut() || hasMoved) await tellCommands();
          else await heard.chat(chatState());
        }
        if (config.buttons) await heard.seen(await telegram.lastReport(), chatState());
        // None but what should be gone while Telegram wants no edits.
        const chats = performance.now() < editsFrom ? [] : await chatsToShowIn();
        // In turns with them: many may wait to be edited, and an erased lead is to be read no longer than need be.
        const [gone] = turns++ % 2 === 0 ? await telegram.dueMessages(1, []) : [];
        const message = gone ?? (await telegram.dueMessages(1, chats))[0];
        if (!message) {
          await wait(timing.lookMs, held);
          continue;
        }
        const outcome = await keeper.keep(message);
        const trouble = outcome.end === 'later' ? outcome.trouble : null;
        // Messages may lie in a chat that was the provider's before. Without buttons nobody looks whether it has passed.
        if (config.buttons && trouble && isShutOut(trouble) && message.chatId === (await chat?.id()))
          await heard.chat({ state: 'no-chat', words: trouble.words });
        if (message.ref !== null) editsFrom = performance.now() + (trouble?.retryAfterMs ?? 0);
        await wait(timing.editEveryMs, held);
      } catch {
        // The store is away. What is to be done is written in it.
        await wait(timing.troubleMs[0], held);
      }
    }
  }

  const ended = whileLeased({
    store: telegram,
    holder,
    leaseMs: timing.leaseMs,
    stopping: stopping.signal,
    async work(held) {
      heard.begin();
      await heard.chat(chatState());
      await Promise.all([
        tidy(held),
        config.buttons &&
          listen(
            {
              ...{ bot, token: config.token, timing, log },
              accepted: forgetFormer,
              prepare: tellCommands,
              report: heard.updates,
              storeTakes: () =>
                store.checkWritable().then(
                  () => true,
                  () => false,
                ),
              tellDropped,
            },
            held,
          ),
      ]);
    },
  });
  return {
    async stop() {
      stopping.abort();
      // An answer or an edit under way may finish.
      const timer = setTimeout(() => ending.abort(), timing.stopGraceMs);
      await ended;
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}
