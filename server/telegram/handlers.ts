/** What happens when somebody in the chat presses a button, replies to a lead or writes a command. */
import { type Bot, type Context, InputFile } from 'grammy';
import { uz } from '../../content/inbox/uz.ts';
import { fill } from '../../contract/fill.ts';
import type { LeadDetail, LeadSummary } from '../../contract/inbox.ts';
import { linkName } from '../../contract/link-name.ts';
import { qrPng } from '../figures/qr.ts';
import { csvFile, csvName, inPieces } from '../leads/csv.ts';
import { type Changed, type Leads, readNote } from '../leads/leads.ts';
import { tashkentDate, tashkentDay } from '../leads/tashkent-time.ts';
import { suspectsSentence } from '../notices/words.ts';
import { StoreUnavailable } from '../store/store.ts';
import { type Keyboard, type Press, readPress } from './buttons.ts';
import type { Chat } from './chat.ts';
import { foundText, helpText, mostShown, restSentence, statsText, words } from './conversation.ts';
import { erasedText, type Keeper, leadContent } from './keeper.ts';
import { personIn } from './people.ts';
import type { LeadMessage, Place, TelegramStore } from './telegram-store.ts';

type Dependencies = {
  leads: Leads;
  store: TelegramStore;
  keeper: Keeper;
  /** Null while none is chosen. */
  chat: Chat | null;
  /** Where the provider reads leads from anywhere; null where there is no such place. */
  inbox: string | null;
  siteUrl: string | null;
};

const statsDays = 30;
/** Before the text of a reply that was changed afterwards. */
const rewritten = '✎ ';

export function addHandlers(bot: Bot, { leads, store, keeper, chat, inbox, siteUrl }: Dependencies): void {
  const mayAnswerStart = atMost(20, 60_000);
  bot.command('start', async (ctx) => {
    // Any stranger may ask, and must not keep the bot from those it is for.
    if (mayAnswerStart()) await answer(ctx, `Chat ID: <code>${ctx.chatId}</code>`);
  });

  const ours = bot.filter(async (ctx) => ctx.chat !== undefined && (await chat?.is(ctx.chat)) === true);
  // Whoever presses elsewhere learns nothing, but is not left waiting either.
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());

  ours.on('message:migrate_to_chat_id', (ctx) => chat?.follow(String(ctx.msg.migrate_to_chat_id)));
  ours.on('callback_query:data', onPress);
  ours.command('help', (ctx) => answer(ctx, helpText(inbox)));
  ours.command('today', async (ctx) => {
    const since = tashkentDay(tashkentDate(new Date())) as Date;
    const [{ leads: found }, { all, spam }, suspects, { funnel, countedSince }] = await Promise.all([
      leads.find({ since, spam: false }, { limit: mostShown }),
      leads.counts(since),
      leads.suspects(since),
      leads.figures(1),
    ]);
    const count = Math.max(all - spam, found.length);
    const title = count === 0 ? 'Bugun hali murojaat yoʻq' : `Bugun: ${count}`;
    const after = [
      restSentence(count - found.length, inbox),
      suspects > 0 && suspectsSentence(suspects),
      countedSince !== null && `${uz.figures.visits}: ${funnel.visits}`,
    ];
    await answerWith(ctx, found, foundText(title, found, after));
  });
  ours.command('new', async (ctx) => {
    const [found, counts] = await Promise.all([leads.waiting(mostShown), leads.counts()]);
    const count = Math.max(counts.new, found.length);
    const title = count === 0 ? 'Javob kutayotgan murojaat yoʻq' : `Javob kutayotganlar: ${count}`;
    await answerWith(ctx, found, foundText(title, found, [restSentence(count - found.length, inbox)]));
  });
  ours.command('find', async (ctx) => {
    const q = ctx.match.trim().slice(0, 200);
    if (!q) return answer(ctx, words.whatToFind);
    const { leads: found, next } = await leads.find({ q }, { limit: mostShown });
    const [first] = found;
    const only = first && found.length === 1 ? await leads.get(first.ref) : null;
    if (only) return show(ctx, only);
    const title =
      found.length === 0 ? uz.list.nothingFound : fill(uz.list.found, { count: String(found.length) });
    await answerWith(ctx, found, foundText(title + (next ? '+' : ''), found, [next !== null && '…']));
  });
  ours.command('stats', async (ctx) => answer(ctx, statsText(await leads.figures(statsDays))));
  ours.command('link', async (ctx) => {
    const typed = ctx.match.trim();
    const name = linkName(typed);
    if (!typed) return answer(ctx, words.whichLink);
    if (!name) return answer(ctx, words.noLinkName);
    if (!siteUrl) return answer(ctx, words.noSite);
    const link = await leads.makeLink(siteUrl, name);
    await ctx.replyWithPhoto(new InputFile(qrPng(link), `qr-${name}.png`), {
      caption: link,
      ...replying(ctx),
    });
  });
  // Not waited for: a large file takes a minute, and others press meanwhile.
  ours.command('export', (ctx) => void sendFile(ctx));
  ours.on(['message', 'edited_message'], onReply);

  async function sendFile(ctx: Context): Promise<void> {
    try {
      const lines = csvFile(leads.each({}), { language: 'uz', separator: ';' });
      const file = new InputFile(asMuchAsFits(encoded(inPieces(lines))), csvName('uz'));
      const sent = await ctx.replyWithDocument(file, { caption: words.exported, ...replying(ctx) });
      await known(ctx, sent, (place) => store.rememberAnswer(place, 'all'));
    } catch {
      await answer(ctx, words.noFile(inbox)).catch(() => {});
    }
  }

  /** As it stands in the chat already, to be pressed and replied to: kept true and taken back like the one that came. */
  async function show(ctx: Context, lead: LeadDetail): Promise<void> {
    const { text, reply_markup } = leadContent(lead, inbox);
    const sent = await send(ctx, text, { reply_markup });
    await known(ctx, sent, (place) => store.rememberMessage({ ...place, ref: lead.ref }));
  }

  async function answerWith(ctx: Context, shown: readonly LeadSummary[], html: string): Promise<void> {
    const sent = await send(ctx, html);
    const refs = shown.map(({ ref }) => ref);
    if (refs.length > 0) await known(ctx, sent, (place) => store.rememberAnswer(place, refs));
  }

  async function onPress(ctx: Context): Promise<void> {
    const press = readPress(ctx.callbackQuery?.data ?? '');
    const message = press && (await messagePressed(ctx, press));
    if (!press || message === 'another') return void (await ctx.answerCallbackQuery());
    const said = await change(press, personIn(ctx));
    // A question that was open for too long cannot be answered any more; what was pressed counts nevertheless.
    await ctx.answerCallbackQuery({ text: said }).catch(() => {});
    const now = message && (await store.findMessage(message.chatId, message.messageId));
    if (now) await keeper.keep(now);
  }

  /**
   * What a button holds is looked up, not believed: it must be under the message that we know, or that Telegram shows.
   * One that was sent by a process killed before it could write it down is known from here on.
   */
  async function messagePressed(ctx: Context, press: Press): Promise<LeadMessage | 'another' | null> {
    const shown = ctx.callbackQuery?.message;
    if (!shown) return 'another';
    const place = { chatId: String(shown.chat.id), messageId: shown.message_id };
    const known = await store.findMessage(place.chatId, place.messageId);
    if (known) return known.ref === null || known.ref === press.ref ? known : 'another';
    const keyboard = ('reply_markup' in shown && shown.reply_markup?.inline_keyboard) || null;
    // So old that Telegram does not show it: it is not known, and will not be edited.
    if (!keyboard) return null;
    const isThere = keyboard
      .flat()
      .some((button) => 'callback_data' in button && isOf(press, button.callback_data));
    return isThere ? store.rememberMessage({ ...place, ref: press.ref }) : 'another';
  }

  async function change(press: Press, who: string): Promise<string> {
    try {
      const changed =
        press.kind === 'spam' ? await leads.setSpam(press.ref, press.spam, who) : await mark(press, who);
      return said(changed, press);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // Whoever gave up waiting for the store may have been heard nevertheless.
      const lead = await leads.get(press.ref).catch(() => null);
      return lead && isSo(press, lead) ? words.done(press) : words.notNow;
    }
  }

  async function mark({ ref, from, to }: Press & { kind: 'status' }, who: string): Promise<Changed> {
    const changed = await leads.changeStatus(ref, { from, to }, who);
    // Pressed before the message was drawn anew after their own press: what they wanted last counts.
    if (changed.ok || changed.reason === 'gone' || changed.last?.who !== who || changed.lead.status === to)
      return changed;
    return leads.changeStatus(ref, { from: changed.lead.status, to }, who);
  }

  function said(changed: Changed, press: Press): string {
    if (changed.ok) return words.done(press);
    if (changed.reason === 'gone') return erasedText;
    const { lead, last } = changed;
    if (isSo(press, lead)) return words.already(lead.status);
    return fill(uz.lead.statusConflict, { who: last?.who ?? '?', to: uz.status[lead.status] });
  }

  /** Any reply to a lead is a note on it. One that is rewritten is another: what was noted stays, as in any history. */
  async function onReply(ctx: Context): Promise<void> {
    const replied = ctx.msg?.reply_to_message;
    if (!ctx.msg || !replied || replied.from?.id !== ctx.me.id) return;
    const place = { chatId: String(ctx.msg.chat.id), messageId: replied.message_id };
    const ref = await refOf(place, replied);
    const { edit_date: rewrittenAt } = ctx.msg;
    // To something else the bot has said. In a topic every message is a reply to its beginning.
    if (ref === undefined) {
      if (!replied.forum_topic_created && !rewrittenAt) await answer(ctx, words.noLead);
      return;
    }
    if (ref === null) return answer(ctx, erasedText);
    const text = readNote(ctx.msg.text ?? ctx.msg.caption ?? '');
    if (text === null) return answer(ctx, words.noNote);
    const who = personIn(ctx);
    if (rewrittenAt && (await lastNote(ref, who)) === text) return;
    // After a crash the same reply is handed out again.
    const origin = [`telegram:${place.chatId}:${ctx.msg.message_id}`, ...(rewrittenAt ? [rewrittenAt] : [])];
    const note = rewrittenAt ? rewritten + text : text;
    const changed = await leads.addNote(ref, note, who, origin.join(':'));
    if (!changed.ok) return answer(ctx, erasedText);
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
    place: { chatId: string; messageId: number },
    replied: NonNullable<NonNullable<Context['msg']>['reply_to_message']>,
  ): Promise<string | null | undefined> {
    const known = await store.findMessage(place.chatId, place.messageId);
    if (known) return known.ref;
    const buttons = replied.reply_markup?.inline_keyboard.flat() ?? [];
    const [ref] = buttons.flatMap(
      (each) => ('callback_data' in each && readPress(each.callback_data)?.ref) || [],
    );
    return ref && (await store.rememberMessage({ ...place, ref })).ref;
  }
}

/** What shows leads is either remembered or gone: nobody else could take it back when one of them is erased. */
async function known(
  ctx: Context,
  sent: { chat: { id: number }; message_id: number },
  remember: (place: Place) => Promise<unknown>,
): Promise<void> {
  const place = { chatId: String(sent.chat.id), messageId: sent.message_id };
  try {
    await remember(place);
  } catch (error) {
    await ctx.api.deleteMessage(place.chatId, place.messageId).catch(() => {});
    throw error;
  }
}

/** Telegram takes files of 50 MB from a bot. */
const largestFile = 49 * 1024 * 1024;

async function* asMuchAsFits(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > largestFile) throw new RangeError('too large for Telegram');
    yield piece;
  }
}

const isSo = (press: Press, { status, spam }: LeadDetail) =>
  press.kind === 'spam' ? spam === press.spam : status === press.to;

const isOf = (press: Press, data: string) => readPress(data)?.ref === press.ref;

const replying = (ctx: Context) =>
  ctx.msg && { reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true } };

/** As a reply: in a busy group everybody sees what it answers, and in one with topics it stays in its own. */
async function answer(ctx: Context, html: string): Promise<void> {
  await send(ctx, html);
}

function send(ctx: Context, html: string, more: { reply_markup?: Keyboard } = {}) {
  return ctx.reply(html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...replying(ctx),
    ...more,
  });
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

/** True so many times within a while. */
function atMost(times: number, withinMs: number): () => boolean {
  let taken: number[] = [];
  return () => {
    const now = performance.now();
    taken = taken.filter((at) => now - at < withinMs);
    if (taken.length >= times) return false;
    taken.push(now);
    return true;
  };
}
