/** Replies to a lead's message become notes. */
import type { Composer, Context } from 'grammy';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { addNote, readNote } from '../leads/change.ts';
import { getLead } from '../leads/find.ts';
import type { Locale } from '../leads/locale.ts';
import type { Place } from '../leads/messages.ts';
import { readButton } from '../outbox/buttons.ts';
import { answer } from './answer.ts';
import { leadOfMessage } from './known-lead.ts';
import { wait } from './lease.ts';
import { personIn } from './people.ts';

/** Before the text of a reply that was edited. */
const editedMark = '✎ ';

type Message = NonNullable<Context['msg']>;

type Dependencies = {
  db: Db;
  locale: Locale;
  wake(): void;
  /** Runs work that later updates need not wait for. */
  background(work: Promise<unknown>): void;
  /** The pictures of an album arrive one by one within this time. */
  albumMs: number;
  stopping: AbortSignal;
};

/** The message that this one replies to. In a topic every message replies to the topic's first one. */
export const repliedTo = ({ reply_to_message: replied }: Message) =>
  replied?.forum_topic_created ? undefined : replied;

export function addReplies(
  ours: Composer<Context>,
  { db, locale, wake, background, albumMs, stopping }: Dependencies,
): void {
  const words = locale.words.bot;
  /** Albums that are arriving, and whether a picture had a caption. */
  const albums = new Map<string, boolean>();

  ours.on(['message', 'edited_message', 'channel_post', 'edited_channel_post'], async (ctx) => {
    const { media_group_id: album, caption } = ctx.msg;
    if (album) {
      if (!albums.has(album)) background(waitForCaption(ctx, album));
      albums.set(album, albums.get(album) || Boolean(caption));
    }
    if (!album || caption) await note(ctx);
  });

  async function waitForCaption(ctx: Context, album: string): Promise<void> {
    await wait(albumMs, stopping);
    const hasCaption = albums.get(album);
    albums.delete(album);
    if (!hasCaption) await note(ctx);
  }

  async function note(ctx: Context): Promise<void> {
    const { msg } = ctx;
    if (!msg) return;
    const { edit_date: editedAt } = msg;
    const typed = msg.text ?? msg.caption ?? '';
    const replied = repliedTo(msg);
    const inChannel = msg.chat.type === 'channel';
    const noLead = async () => void (editedAt || (await answer(ctx, words.noLead)));
    // In a channel nobody is named as a message's author.
    if (!replied || (!inChannel && replied.from?.id !== ctx.me.id))
      return void (msg.chat.type === 'private' && typed && (await noLead()));
    const place = { chatId: String(msg.chat.id), messageId: replied.message_id };
    const ref = await refOf(place, replied);
    if (!ref) return void (inChannel || (await noLead()));
    const text = readNote(typed);
    if (text === null) return void (await answer(ctx, words.noNote));
    if (!(await leadOfMessage(db, place, ref))) return void (await answer(ctx, words.unknown));
    const who = personIn(ctx);
    // Telegram also calls a message edited when something besides its text changed.
    if (editedAt && (await lastNote(ref, who)) === text) return;
    const origin = ['telegram', place.chatId, msg.message_id, ...(editedAt ? [editedAt] : [])].join(':');
    const changed = await addNote(db, ref, editedAt ? editedMark + text : text, { who, origin });
    if (!changed.ok) return void (await answer(ctx, words.unknown));
    wake();
    await ctx.react('✍').catch(() => {});
  }

  async function lastNote(ref: string, who: string): Promise<string | undefined> {
    const notes = (await getLead(db, ref))?.events.filter((event) => event.kind === 'note') ?? [];
    return notes.findLast((note) => note.who === who)?.text.replace(new RegExp(`^${editedMark}`), '');
  }

  async function refOf(
    { chatId, messageId }: Place,
    { reply_markup }: Partial<Message>,
  ): Promise<string | undefined> {
    const found = await db.get<{ ref: string }>(
      sql`select ref from contact_submissions l join telegram_messages m on m.lead_id = l.id
        where m.chat_id = ${chatId} and m.message_id = ${messageId} and m.kind = 'lead'`,
    );
    if (found) return found.ref;
    const buttons = reply_markup?.inline_keyboard.flat() ?? [];
    return buttons.flatMap(
      (button) => ('callback_data' in button && readButton(button.callback_data)?.ref) || [],
    )[0];
  }
}
