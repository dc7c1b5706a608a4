/** Keeps the messages in Telegram true: each shows its lead's present state, and disappears when the lead is erased. */
import { type Api, InputFile } from 'grammy';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { localeIn } from '../leads/locale.ts';
import { editsChannel, type Place } from '../leads/messages.ts';
import type { ChannelConfig, SendResult } from './channel.ts';
import { leadContent } from './lead-html.ts';
import {
  createApi,
  failedSend,
  type GrammySignal,
  isFile,
  isGone,
  isRejected,
  isUnchanged,
  type TelegramError,
  telegramError,
} from './telegram-api.ts';
import { type Timing, usualTiming } from './timing.ts';
import type { Handler } from './worker.ts';

type Edit = Parameters<Api['editMessageText']>[3];

export function messageSync(
  {
    config,
    db,
    inbox,
    language,
  }: {
    config: NonNullable<ChannelConfig['telegram']>;
    db: Db;
    inbox: string | null;
    language?: ChannelConfig['language'];
  },
  timing: Timing = usualTiming,
): Handler {
  const api = createApi(config);
  const locale = localeIn(language);

  async function editText({ chatId, messageId }: Place, text: string, edit: Edit, signal: AbortSignal) {
    const options = { parse_mode: 'HTML', link_preview_options: { is_disabled: true }, ...edit } as const;
    return errorOf(api.editMessageText(chatId, messageId, text, options, signal as unknown as GrammySignal));
  }

  async function edit(place: Place, ref: string, signal: AbortSignal): Promise<SendResult> {
    // Without buttons messages stay as they were sent.
    const content = config.buttons ? await leadContent(db, ref, { locale, inbox }) : null;
    if (!content) return { ok: true };
    const { text, reply_markup } = content;
    const error = await editText(place, text, { reply_markup }, signal);
    if (error && isGone(error))
      await db.run(
        sql`delete from telegram_messages where chat_id = ${place.chatId} and message_id = ${place.messageId}`,
      );
    return resultOf(error);
  }

  /** Telegram deletes a bot's message within 48 hours; later its text or file can still be replaced. */
  async function remove(place: Place, signal: AbortSignal): Promise<SendResult> {
    const { chatId, messageId } = place;
    const limit = signal as unknown as GrammySignal;
    const refused = await errorOf(api.deleteMessage(chatId, messageId, limit));
    if (!refused || !isRejected(refused) || isGone(refused)) return resultOf(refused);
    const { erased } = locale.words.lead;
    const error = await editText(place, erased, {}, signal);
    if (!error || !isFile(error)) return resultOf(error);
    const media = new InputFile(Buffer.from(erased), 'erased.txt');
    return resultOf(
      await errorOf(
        api.editMessageMedia(chatId, messageId, { type: 'document', media, caption: erased }, {}, limit),
      ),
    );
  }

  return {
    channel: editsChannel,
    secrets: [config.token],
    attemptMs: timing.attemptMs.telegram,
    isChannel: false,
    async send({ kind, payload }, lead, { signal }) {
      const place: Place = JSON.parse(payload ?? '');
      if (kind === 'delete') return remove(place, signal);
      return lead ? edit(place, lead.ref, signal) : { ok: true };
    },
    givenUp({ kind, payload }) {
      const { chatId, messageId }: Place = JSON.parse(payload ?? '');
      return kind === 'delete'
        ? `The Telegram message of an erased lead (chat ${chatId}, message ${messageId}) could not be deleted. Delete it in Telegram by hand`
        : 'The Telegram message of this lead could not be updated';
    },
  };
}

async function errorOf(call: Promise<unknown>): Promise<TelegramError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    return telegramError(error);
  }
}

/** Telegram does not change its mind about a message, nor about those of a group before it became a supergroup. */
function resultOf(error: TelegramError | null): SendResult {
  if (!error || isGone(error) || isUnchanged(error)) return { ok: true };
  return { ...failedSend(error), ...((isRejected(error) || error.movedTo) && { final: true }) };
}
