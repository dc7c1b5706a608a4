/** Keeps the messages in the chat true: each shows what became of its lead, and goes when the lead is erased. */
import { Api, InputFile } from 'grammy';
import type { LeadDetail, MessageLeft } from '../../contract/inbox.ts';
import type { BotConfig, Log } from '../deliveries/channel.ts';
import type { Leads } from '../leads/leads.ts';
import { othersInTime } from '../leads/others.ts';
import { type Speech, speechIn } from '../leads/speech.ts';
import { StoreUnavailable } from '../store/store.ts';
import { clientOptions, isFile, isGone, isUnchanged, limitCalls, type Trouble, troubleOf } from './api.ts';
import { type Keyboard, leadButtons } from './buttons.ts';
import { type Chat, isOfMessage, isShutOut } from './chat.ts';
import { createForgetFormer } from './former-bot.ts';
import { leadHtml, leadOf, mostOthers } from './lead-html.ts';
import { type LeadMessage, longestRetryMs, type TelegramStore } from './telegram-store.ts';

/**
 * After so many tries, over some days, somebody is told to look for a message that should be gone. It is tried on, like any
 * other, once a day: Telegram may come back, or the bot be put back into the chat.
 */
const triesBeforeTold = 20;
const firstRetryMs = 5000;

/**
 * A message that stays, because it is too old to be deleted, is looked at once more after this: an edit that was under way
 * when its lead was erased, perhaps by a process that is dead by now, has come or will not come any more.
 */
const editsEndMs = 60_000;

/** `done`: the message is as it should be. `later`: it will be tried again. `never`: Telegram will not have it changed. */
type Outcome = { end: 'done' } | { end: 'later' | 'never'; trouble: Trouble };

export type Keeper = {
  /** Shows the lead as it is, or takes the message back. Written down either way; throws only what the store throws. */
  keep(message: LeadMessage): Promise<Outcome>;
};

type Dependencies = {
  api: Api;
  config: BotConfig;
  /** Null while none is chosen. */
  chat: Chat | null;
  store: TelegramStore;
  leads: Pick<Leads, 'get' | 'countOthers'>;
  log: Log;
  inbox: string | null;
};

export function createKeeper({ api, config, chat, store, leads, log, inbox }: Dependencies): Keeper {
  const speech = speechIn(config.language);
  const whyNotOurs = createOwnership(api, config, store, log);

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: of two edits under way the older, slow on its way, could come last, and would stay. */
  function keep(message: LeadMessage): Promise<Outcome> {
    const kept = last.then(() => keepNow(message));
    last = kept.catch(() => {});
    return kept;
  }

  async function keepNow(message: LeadMessage): Promise<Outcome> {
    const notOurs = await whyNotOurs();
    if (notOurs === 'former') return { end: 'done' };
    if (notOurs) return settle({ message, trouble: notOurs, store, log });
    const { ref } = message;
    // Before the lead is looked up: one that is erased meanwhile must not be written into the chat again.
    const others = ref === null ? 0 : await othersInTime(leads.countOthers(ref, mostOthers));
    const lead = ref === null ? null : await leads.get(ref);
    if (ref === null || !lead) {
      const taken = await takeBack(api, config, message);
      await followMove(message, taken.trouble);
      return settle({ message: { ...message, ref: null }, ...taken, store, log });
    }
    const trouble = await edit(api, config, message, leadContent(lead, others, inbox, speech));
    await followMove(message, trouble);
    if (!(await leads.get(ref))) return takeBackAgain({ ...message, ref }, trouble);
    return settle({ message, trouble, store, log });
  }

  /**
   * The lead was erased while the edit was under way, perhaps by another process: whoever took the message back may have
   * done so before the edit came, and has forgotten it. Known again, it is to be taken back whatever happens here.
   */
  async function takeBackAgain(
    message: LeadMessage & { ref: string },
    trouble: Trouble | null,
  ): Promise<Outcome> {
    const known = await store.rememberMessage(message);
    if (trouble === null || (trouble.code >= 400 && trouble.code < 500)) return keepNow(known);
    await store.messageFailed(known, editsEndMs);
    return { end: 'later', trouble };
  }

  /** Whoever is refused for it is the first to learn that the group became a supergroup. */
  async function followMove({ chatId }: LeadMessage, trouble: Trouble | null): Promise<void> {
    if (trouble?.movedTo && chatId === (await chat?.id())) await chat?.follow(trouble.movedTo);
  }

  return { keep };
}

/** What is left of the messages of a lead that was just erased, for whoever erased it. Others go on with `later`. */
export async function takeBackAll(
  messages: readonly LeadMessage[],
  { config, store, log, withinMs }: Pick<Dependencies, 'config' | 'store' | 'log'> & { withinMs: number },
): Promise<MessageLeft | null> {
  const api = new Api(config.token, clientOptions(config, 0));
  limitCalls(api, AbortSignal.timeout(withinMs));
  const left = new Set<MessageLeft>();
  const notOurs = messages.length > 0 ? await createOwnership(api, config, store, log)() : null;
  if (notOurs === 'former') return 'by-hand';
  for (const message of messages) {
    const taken = notOurs ? { trouble: notOurs } : await takeBack(api, config, message);
    const outcome = await settle({ message: { ...message, ref: null }, ...taken, store, log });
    // Nobody knows whether a bot that is out of the chat will ever be back in it.
    if (outcome.end !== 'done')
      left.add(outcome.end === 'never' || isShutOut(outcome.trouble) ? 'by-hand' : 'later');
  }
  return left.has('by-hand') ? 'by-hand' : left.has('later') ? 'later' : null;
}

/** `former`: the messages were another bot's until now. A trouble: Telegram did not say whether it takes the token. */
function createOwnership(api: Api, config: BotConfig, store: TelegramStore, log: Log) {
  const forgetFormer = createForgetFormer(store, config.token, log);
  return async (): Promise<'former' | Trouble | null> => {
    try {
      return (await forgetFormer(() => api.getMe())) ? 'former' : null;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return troubleOf(error, config.token);
    }
  };
}

/** Telegram deletes a bot's message within 48 hours; after that its text, or its file, can still be replaced. */
async function takeBack(api: Api, config: BotConfig, message: LeadMessage): Promise<Taken> {
  try {
    await api.deleteMessage(message.chatId, message.messageId);
    return { trouble: null };
  } catch (error) {
    const trouble = troubleOf(error, config.token);
    if (isGone(trouble)) return { trouble: null };
    if (trouble.code !== 400 || isShutOut(trouble) || trouble.movedTo) return { trouble };
    const { erased } = speechIn(config.language).words.lead;
    const refused = await edit(api, config, message, { text: erased });
    const left = refused && isFile(refused) ? await replaceFile(api, config, message, erased) : refused;
    return left && isGone(left) ? { trouble: null } : { trouble: left, stays: true };
  }
}

/** `stays`: it is still in the chat. */
type Taken = { trouble: Trouble | null; stays?: boolean };

type Content = { text: string; reply_markup?: Keyboard };

/** The lead as it is now. */
export const leadContent = (lead: LeadDetail, others: number, inbox: string | null, speech: Speech) => ({
  text: leadHtml(leadOf(lead), speech, { inbox, standing: lead, others }),
  reply_markup: leadButtons(lead.ref, lead, speech),
});

const edit = (
  api: Api,
  config: BotConfig,
  { chatId, messageId }: LeadMessage,
  { text, reply_markup }: Content,
) =>
  troubleWith(config, () =>
    api.editMessageText(chatId, messageId, text, {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(reply_markup && { reply_markup }),
    }),
  );

const replaceFile = (api: Api, config: BotConfig, { chatId, messageId }: LeadMessage, text: string) =>
  troubleWith(config, () =>
    api.editMessageMedia(chatId, messageId, {
      type: 'document',
      media: new InputFile(Buffer.from(text), 'erased.txt'),
      caption: text,
    }),
  );

async function troubleWith(config: BotConfig, change: () => Promise<unknown>): Promise<Trouble | null> {
  try {
    await change();
    return null;
  } catch (error) {
    const trouble = troubleOf(error, config.token);
    return isUnchanged(trouble) ? null : trouble;
  }
}

type Settled = Taken & { message: LeadMessage; store: TelegramStore; log: Log };

async function settle({ message, trouble, stays, store, log }: Settled): Promise<Outcome> {
  const { ref, tries } = message;
  if (!trouble) {
    if (ref !== null) await store.messageShown(message);
    else if (stays && tries === 0) await store.messageFailed(message, editsEndMs);
    else await store.forgetMessage(message);
    return { end: 'done' };
  }
  const final = trouble.movedTo !== null || isOfMessage(trouble);
  const leave = async (howLong: string) => {
    const { chatId, messageId } = message;
    log.warn(
      { chatId, messageId, error: trouble.words },
      `The Telegram message of an erased lead could not be deleted${howLong}. Delete it in Telegram by hand`,
    );
    await store.leaveCopy(message);
  };
  if (!final) {
    if (ref === null && tries + 1 === triesBeforeTold) await leave(' for several days (still trying)');
    const waitMs = Math.min(firstRetryMs * 2 ** tries, longestRetryMs);
    await store.messageFailed(message, Math.min(Math.max(waitMs, trouble.retryAfterMs ?? 0), longestRetryMs));
    return { end: 'later', trouble };
  }
  if (ref === null) {
    await leave('');
    await store.forgetMessage(message);
    return { end: 'never', trouble };
  }
  // Gone from the chat, or too old: it is not asked for again until more is done with its lead.
  if (isGone(trouble)) await store.forgetMessage(message);
  else await store.messageShown(message);
  return { end: 'never', trouble };
}
