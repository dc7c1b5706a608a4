import type { BotState } from '../../contract/inbox.ts';

/**
 * What is kept for Telegram: which message shows which lead, and which process speaks with the chat. Two
 * implementations, in server/store, pass the same tests.
 */

/** Where something stands that the bot has said. */
export type Place = { chatId: string; messageId: number };

/** A message in the chat. `ref` is null when its lead was erased: the message is to be taken back. */
export type LeadMessage = Place & {
  id: string;
  ref: string | null;
  /** Grows with every change that the message should show. */
  wanted: number;
  /** How often it was changed in vain since then. */
  tries: number;
};

export type BotReport = { state: BotState; words: string | null };
/** Its words tell it from the holder's own. */
export const taken: BotReport = { state: 'well', words: 'taken' };

export interface TelegramStore {
  /** True for one holder at a time, until so much later; asked again by the same holder, it is prolonged. */
  takeLease(holder: string, ms: number): Promise<boolean>;
  /** Only by its holder: the next one need not wait for its end. */
  releaseLease(holder: string): Promise<void>;
  /** How the holder is doing, for those who look from another process. */
  report(holder: string, report: BotReport): Promise<void>;
  /** From whoever sends leads, in any process, and was refused by the chat: the holder's word until it looks itself. */
  reportShutOut(words: string): Promise<void>;
  /** From the same, when the chat took a message after that: the last word is `taken` until the holder says how it is. */
  reportTaken(): Promise<void>;
  /** The holder's last word; null when there is no holder. */
  lastReport(): Promise<BotReport | null>;

  /**
   * A lead is about to be sent: from here on a copy of it may stand in the chat that nobody knows. To be forgotten when the
   * message is remembered, or was refused. Null: there may be one already, which this one proves nothing about.
   */
  expectCopy(copy: { chatId: string; ref: string }): Promise<Pick<LeadMessage, 'id'> | null>;
  /** Of a message of an erased lead that could not be taken back: a person has to look for it. */
  leaveCopy(message: LeadMessage): Promise<void>;
  /** Erased leads with a copy that a person has to look for. A reference is empty where it is not known. */
  copiesLeft(limit: number): Promise<string[]>;
  /** A person was told of them. False: there were none. */
  forgetCopies(refs: readonly string[]): Promise<boolean>;
  /**
   * A message that shows this lead, as it was sent or as somebody met it in the chat. What was done with the lead
   * before is still to be shown, and if the lead is gone the message is to be taken back.
   */
  rememberMessage(message: Place & { ref: string }): Promise<LeadMessage>;
  findMessage(chatId: string, messageId: number): Promise<LeadMessage | null>;
  messagesOf(ref: string): Promise<LeadMessage[]>;
  /**
   * An answer that shows these leads, or a file with all there are. When one of them is erased, or is by now, it is a message
   * to be taken back.
   */
  rememberAnswer(answer: Place, refs: readonly string[] | 'all'): Promise<void>;
  answersOf(ref: string): Promise<Place[]>;
  /**
   * Those that do not show what they should, or should be gone, and whose turn it is: the longest waiting first. Where
   * `chats` are given, only what should be gone is told of others.
   */
  dueMessages(limit: number, chats?: readonly string[] | null): Promise<LeadMessage[]>;
  /** It shows what was wanted when `message` was read. */
  messageShown(message: LeadMessage): Promise<void>;
  messageFailed(message: LeadMessage, retryInMs: number): Promise<void>;
  /** It is gone from the chat, or will never be changed again. */
  forgetMessage(message: Pick<LeadMessage, 'id'>): Promise<void>;
  /** Whether what is noted is this bot's. */
  isOf(bot: string): Promise<boolean>;
  /** It is from now on. True: until now it was another's, whose messages nobody knows any more. */
  belongTo(bot: string): Promise<boolean>;

  /** A group that became a supergroup has another id from then on. */
  moveChat(from: string, to: string): Promise<void>;
  movedTo(chatId: string): Promise<string | null>;
}

/** No wait is longer than a day (server/telegram/keeper.ts): what lies further ahead was set by a wrong clock. */
export const longestRetryMs = 24 * 3_600_000;
