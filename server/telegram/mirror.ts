import { type Api, InputFile } from 'grammy';
import type { Queries } from '#server/db/db.ts';
import type { TelegramMessageId } from '#server/leads/telegram-messages.ts';
import type { StaffMessageFormat, TelegramChange } from '#server/outbox/channel.ts';
import { deliveryError, htmlOptions, telegramError } from './api.ts';
import { leadContent } from './lead-message.ts';

type Options = { db: Queries; buttons: boolean } & StaffMessageFormat;

export function messageSync(api: Api, { db, buttons, ...format }: Options) {
  const editText = ({ chatId, messageId }: TelegramMessageId, text: string, edit = {}) =>
    api.editMessageText(chatId, messageId, text, { ...htmlOptions, ...edit });

  async function edit(id: TelegramMessageId, ref: string): Promise<void> {
    const content = await leadContent(db, ref, format);
    if (content) await editText(id, content.text, { reply_markup: content.reply_markup });
  }

  /** Overwrites a message that is older than 48 hours: a bot can no longer delete it. */
  async function remove(id: TelegramMessageId): Promise<void> {
    const { chatId, messageId } = id;
    const { erased } = format.locale.words.lead;
    try {
      await api.deleteMessage(chatId, messageId);
    } catch (error) {
      if (!/can't be deleted/i.test(telegramError(error).text)) throw error;
      await editText(id, erased).catch((error) => {
        if (!/no text in the message/i.test(telegramError(error).text)) throw error;
        const media = new InputFile(Buffer.from(erased), 'erased.txt');
        return api.editMessageMedia(chatId, messageId, { type: 'document', media, caption: erased });
      });
    }
  }

  return async (change: TelegramChange): Promise<void> => {
    try {
      if (change.kind === 'delete') await remove(change);
      // With TELEGRAM_BUTTONS=off messages are not updated.
      else if (buttons) await edit(change, change.lead.ref);
    } catch (error) {
      const { text } = telegramError(error);
      if (!/message to (edit|delete) not found|message is not modified/i.test(text))
        throw deliveryError(error);
    }
  };
}
