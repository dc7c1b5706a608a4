/**
 * Keeps the messages in the chat like the leads they show, by comparing: edits what is behind, deletes what shows an erased lead.
 * Whatever changes a lead does not know that it exists.
 */
import { InputFile } from 'grammy';
import type { Db } from '#server/db/db.ts';
import type { ChannelConfig, StaffMessageFormat } from '#server/outbox/channel.ts';
import { describeError, RateLimited, Rejected } from '#server/outbox/errors.ts';
import { openIncident } from '#server/outbox/incidents.ts';
import { errorDetails, type Log } from '#server/runtime/log.ts';
import { repeat } from '#server/runtime/repeat.ts';
import { createApi, deliveryError, htmlOptions, telegramError } from './api.ts';
import { leadContent } from './lead-message.ts';
import {
  type Behind,
  forget,
  giveUp,
  lease,
  type MessageId,
  markShown,
  nextBehind,
  nextErased,
  retryAt,
} from './messages.ts';

type Options = { db: Db; config: NonNullable<ChannelConfig['telegram']>; log: Log } & StaffMessageFormat;

/** Comparing all messages takes some milliseconds. Changes made in this process are shown at once. */
const pollMs = 5000;
const leaseMs = 60_000;
const maxWaitMs = 30 * 60_000;
/** With waits of up to half an hour, three days. */
const maxAttempts = 150;

export function startMirror(options: Options) {
  const log = options.log.throttled;
  let pausedUntil = 0;
  const mirror = createMirror(options, (ms) => {
    pausedUntil = Date.now() + ms;
  });
  return repeat(
    async (stopping) => {
      try {
        while (!stopping.aborted && Date.now() >= pausedUntil && (await mirror()));
      } catch (error) {
        log.error(errorDetails(error), 'Messages in Telegram are not being updated');
      }
    },
    () => pollMs,
  );
}

/** Returns a function that brings one message up to date and returns whether there was one. */
export function createMirror({ db, config, log, ...format }: Options, pause: (ms: number) => void) {
  const api = createApi(config);
  const editText = ({ chatId, messageId }: MessageId, text: string, edit = {}) =>
    api.editMessageText(chatId, messageId, text, { ...htmlOptions, ...edit });

  async function edit(id: MessageId, message: Behind): Promise<void> {
    const content = await leadContent(db, message.ref, format);
    if (content) await editText(id, content.text, { reply_markup: content.reply_markup });
  }

  /** Overwrites a message that is older than 48 hours: a bot can no longer delete it. */
  async function remove(id: MessageId): Promise<void> {
    const { erased } = format.locale.words.lead;
    try {
      await api.deleteMessage(id.chatId, id.messageId);
    } catch (error) {
      if (!/can't be deleted/i.test(telegramError(error).text)) throw error;
      await editText(id, erased).catch((error) => {
        if (!/no text in the message/i.test(telegramError(error).text)) throw error;
        const media = new InputFile(Buffer.from(erased), 'erased.txt');
        return api.editMessageMedia(id.chatId, id.messageId, { type: 'document', media, caption: erased });
      });
    }
  }

  return async (): Promise<boolean> => {
    const gone = await nextErased(db);
    // With TELEGRAM_BUTTONS=off messages are not edited.
    const behind = gone || !config.buttons ? undefined : await nextBehind(db);
    const message = gone ?? behind;
    if (!message) return false;
    if (!(await lease(db, message, new Date(Date.now() + leaseMs)))) return true;
    const id = { chatId: message.chat_id, messageId: message.message_id };
    const failure = await (behind ? edit(id, behind) : remove(id)).then(() => null, failureOf);
    if (!failure) {
      await (behind ? markShown(db, behind) : forget(db, message));
    } else if (failure instanceof RateLimited) {
      pause(failure.retryAfterMs);
      await retryAt(db, message, new Date(), message.attempts);
    } else if (!(failure instanceof Rejected) && message.attempts + 1 < maxAttempts) {
      const waitMs = Math.min(5000 * 4 ** message.attempts, maxWaitMs);
      await retryAt(db, message, new Date(Date.now() + waitMs), message.attempts + 1);
    } else {
      const error = describeError(failure, [config.token]);
      log.warn(
        { ref: message.ref, error },
        `A message in Telegram could not be ${behind ? 'edited' : 'deleted'}`,
      );
      if (behind) await markShown(db, behind);
      else {
        await giveUp(db, message);
        await openIncident(db, `undeleted:lead:${message.ref ?? '/export'}`, error);
      }
    }
    return true;
  };
}

/** Null when the message is already as it should be. */
function failureOf(error: unknown): Error | null {
  const isDone = /message to (edit|delete) not found|message is not modified/i.test(
    telegramError(error).text,
  );
  return isDone ? null : deliveryError(error);
}
