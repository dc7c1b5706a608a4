import { type Api, InputFile } from 'grammy';
import type { Db } from '../db/db.ts';
import type { TelegramMessageId } from '../leads/telegram-messages.ts';
import type { TelegramChange } from './channel.ts';
import { leadContent, type View } from './lead-html.ts';
import { asHtml, deliveryError, telegramError } from './telegram-api.ts';

type Options = { db: Db; buttons: boolean } & View;

export function messageSync(api: Api, { db, buttons, ...view }: Options) {
  const editText = ({ chatId, messageId }: TelegramMessageId, text: string, edit = {}) =>
    api.editMessageText(chatId, messageId, text, { ...asHtml, ...edit });

  async function edit(place: TelegramMessageId, ref: string): Promise<void> {
    const content = await leadContent(db, ref, view);
    if (content) await editText(place, content.text, { reply_markup: content.reply_markup });
  }

  /** A bot can delete its message for 48 hours; after that this overwrites it. */
  async function remove(place: TelegramMessageId): Promise<void> {
    const { chatId, messageId } = place;
    const { erased } = view.locale.words.lead;
    try {
      await api.deleteMessage(chatId, messageId);
    } catch (error) {
      if (!/can't be deleted/i.test(telegramError(error).text)) throw error;
      await editText(place, erased).catch((error) => {
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
