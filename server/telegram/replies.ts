/** Replies to a lead's message become notes. */
import type { Composer, Context } from 'grammy';
import type { Message } from 'grammy/types';
import type { Db } from '#server/db/db.ts';
import { addNote, changeNote, readNote } from '#server/leads/change.ts';
import type { Locale } from '#server/leads/locale.ts';
import { readButton } from './buttons.ts';
import { answer, leadOfMessage, personIn } from './chat.ts';

type Dependencies = { db: Db; locale: Locale; wake(): void };

export function addReplies(staffChat: Composer<Context>, { db, locale, wake }: Dependencies): void {
  const words = locale.words.bot;

  staffChat.on(['message', 'edited_message'], async (ctx) => {
    const { msg, me } = ctx;
    const { reply_to_message: replied, edit_date: editedAt } = msg;
    const typed = [msg.voice && voiceNote(msg), msg.text ?? msg.caption].filter(Boolean).join(' ');
    // Only one picture of an album has the caption.
    if (msg.media_group_id && !typed) return;
    const isReply = replied?.from?.id === me.id;
    const ref = isReply ? refIn(replied) : undefined;
    if (!replied || !ref) {
      const isForBot = isReply || (msg.chat.type === 'private' && typed);
      return isForBot && !editedAt && answer(ctx, words.noLead);
    }
    const text = readNote(typed);
    if (text === null) return answer(ctx, words.noNote);
    if (!(await leadOfMessage(db, replied, ref))) return answer(ctx, words.unknown);
    const who = personIn(ctx);
    const dedupeKey = `telegram:${msg.chat.id}:${msg.message_id}`;
    const corrected = editedAt && (await changeNote(db, ref, { dedupeKey }, text, { who })).ok;
    if (!corrected) await addNote(db, ref, text, { who, dedupeKey });
    wake();
    // A group may forbid reactions.
    await ctx.react('✍').catch(() => {});
  });

  /** Only the messages of a supergroup have addresses. */
  function voiceNote({ chat, message_id }: Message): string {
    const address =
      chat.type === 'supergroup' ? ` https://t.me/c/${String(chat.id).slice(4)}/${message_id}` : '';
    return `🎤 ${words.voiceNote}${address}`;
  }
}

/** The buttons of a lead's message hold its reference. */
function refIn({ reply_markup }: Pick<Message, 'reply_markup'>): string | undefined {
  const [button] = reply_markup?.inline_keyboard.flat() ?? [];
  return button && 'callback_data' in button ? readButton(button.callback_data)?.ref : undefined;
}
