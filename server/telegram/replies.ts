/** What happens when somebody replies to something the bot has said, or rewrites such a reply. */
import type { Context } from 'grammy';
import { type Leads, readNote } from '../leads/leads.ts';
import type { Speech } from '../leads/speech.ts';
import { answer } from './answer.ts';
import { readPress } from './buttons.ts';
import { wait } from './lease.ts';
import { personIn } from './people.ts';
import type { Place, TelegramStore } from './telegram-store.ts';

/** Before the text of a reply that was changed afterwards. */
const rewritten = '✎ ';

/** The pictures of an album come one after the other, all of them within this. */
const albumMs = 3000;

type Dependencies = {
  leads: Leads;
  store: TelegramStore;
  speech: Speech;
  /** Takes work that others need not wait for. */
  beside(work: Promise<void>): void;
  stopping: AbortSignal;
};

export function createReplies({ leads, store, speech, beside, stopping }: Dependencies) {
  const { bot: words, lead: ofLead } = speech.words;

  /** Those whose pictures are coming, and whether one of them had words. */
  const albums = new Map<string, { hasWords: boolean }>();

  /** Of an album each picture is a message, and one of them may have the words. Where none has, the first is answered. */
  async function onReply(ctx: Context): Promise<void> {
    const { media_group_id: id, caption } = ctx.msg ?? {};
    if (!id) return note(ctx);
    const isFirst = !albums.has(id);
    const album = albums.get(id) ?? { hasWords: false };
    albums.set(id, album);
    if (isFirst)
      beside(
        // Who stops meanwhile answers before.
        wait(albumMs, stopping).then(async () => {
          albums.delete(id);
          if (!album.hasWords) await note(ctx);
        }),
      );
    if (!caption) return;
    album.hasWords = true;
    await note(ctx);
  }

  /** Any reply to a lead is a note on it. One that is rewritten is another: what was noted stays, as in any history. */
  async function note(ctx: Context): Promise<void> {
    if (!ctx.msg) return;
    const { reply_to_message: replied, edit_date: rewrittenAt } = ctx.msg;
    const written = ctx.msg.text ?? ctx.msg.caption ?? '';
    // In a channel nobody is named as the author of anything.
    const inChannel = ctx.chat?.type === 'channel';
    if (!replied || (!inChannel && replied.from?.id !== ctx.me.id)) {
      // In a group people speak with each other; alone with the bot, with whom else?
      if (ctx.chat?.type === 'private' && written && !rewrittenAt) await answer(ctx, words.noLead);
      return;
    }
    const place = { chatId: String(ctx.msg.chat.id), messageId: replied.message_id };
    const ref = await refOf(place, replied);
    // To something else the bot has said. In a topic every message is a reply to its beginning.
    if (ref === undefined) {
      if (!inChannel && !replied.forum_topic_created && !rewrittenAt) await answer(ctx, words.noLead);
      return;
    }
    if (ref === null) return answer(ctx, ofLead.erased);
    const text = readNote(written);
    if (text === null) return answer(ctx, words.noNote);
    const who = personIn(ctx);
    if (rewrittenAt && (await lastNote(ref, who)) === text) return;
    // After a crash the same reply is handed out again. In a plain group another bot counts messages anew.
    const said = [ctx.me.id, place.chatId, ctx.msg.message_id, ...(rewrittenAt ? [rewrittenAt] : [])];
    const noted = rewrittenAt ? rewritten + text : text;
    const changed = await leads.addNote(ref, noted, who, `telegram:${said.join(':')}`);
    if (!changed.ok) return answer(ctx, words.unknown);
    await ctx.react('✍').catch(() => {});
  }

  /** Telegram also calls a message edited when something else about it has changed. */
  async function lastNote(ref: string, who: string): Promise<string | undefined> {
    const notes = (await leads.get(ref))?.events.filter((event) => event.kind === 'note') ?? [];
    const text = notes.findLast((note) => note.who === who)?.text;
    return text?.startsWith(rewritten) ? text.slice(rewritten.length) : text;
  }

  /** Null: of a lead that was erased; undefined: of none. */
  async function refOf(
    place: Place,
    replied: NonNullable<NonNullable<Context['msg']>['reply_to_message']>,
  ): Promise<string | null | undefined> {
    const known = await store.findMessage(place.chatId, place.messageId);
    if (known) return known.ref;
    const buttons = replied.reply_markup?.inline_keyboard.flat() ?? [];
    const [ref] = buttons.flatMap(
      (each) => ('callback_data' in each && readPress(each.callback_data)?.ref) || [],
    );
    // As with a press: a message whose lead is unknown is left as it is.
    return ref && (await leads.get(ref)) ? (await store.rememberMessage({ ...place, ref })).ref : ref;
  }

  return onReply;
}
