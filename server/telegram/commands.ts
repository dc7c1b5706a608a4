/** What people in the chat may ask for. */
import { type Composer, type Context, InputFile } from 'grammy';
import { fill } from '../../contract/fill.ts';
import type { LeadDetail, LeadSummary } from '../../contract/inbox.ts';
import { languageCodes } from '../../contract/languages.ts';
import { linkName } from '../../contract/link-name.ts';
import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import { qrPng, qrSvg } from '../figures/qr.ts';
import { csvFile, csvName, inPieces } from '../leads/csv.ts';
import type { Leads } from '../leads/leads.ts';
import { othersInTime } from '../leads/others.ts';
import { type Speech, speechIn } from '../leads/speech.ts';
import { suspectsSentence } from '../notices/words.ts';
import { answer, known, replying, send } from './answer.ts';
import {
  broughtText,
  type Command,
  foundText,
  helpText,
  mostShown,
  noLinkName,
  restSentence,
  statsText,
} from './conversation.ts';
import { leadContent } from './keeper.ts';
import { escapeHtml, mostOthers } from './lead-html.ts';
import type { TelegramStore } from './telegram-store.ts';

type Dependencies = {
  leads: Leads;
  store: TelegramStore;
  /** Where the provider reads leads from anywhere; null where there is no such place. */
  inbox: string | null;
  siteUrl: string | null;
  speech: Speech;
  /** Takes work that others need not wait for. */
  beside(work: Promise<void>): void;
};

const statsDays = 30;

export function addCommands(
  ours: Composer<Context>,
  { leads, store, inbox, siteUrl, speech, beside }: Dependencies,
): void {
  const words = speech.words.bot;
  const answers: Record<Command, (ctx: Context, argument: string) => Promise<void>> = {
    help: (ctx) => answer(ctx, helpText(inbox, speech)),
    async today(ctx) {
      const today = tashkentDate(new Date());
      const since = startOfTashkentDay(today) as Date;
      const [{ leads: found }, { all, spam }, suspects, { funnel, countedSince }] = await Promise.all([
        leads.find({ since, spam: false }, { limit: mostShown }),
        leads.counts(since),
        leads.suspects(since),
        leads.figures(1),
      ]);
      const count = Math.max(all - spam, found.length);
      const title = count === 0 ? words.nobodyToday : fill(words.today, { count });
      const after = [
        restSentence(
          count - found.length,
          inbox && `${inbox}/?tab=all&since=${today}&until=${today}&spam=no`,
          speech,
        ),
        suspects > 0 && withPlace(suspectsSentence(suspects, speech), inbox && `${inbox}/?tab=spam`),
        countedSince !== null && `${speech.inbox.figures.visits}: ${funnel.visits}`,
      ];
      await answerWith(ctx, found, title, after);
    },
    async new(ctx) {
      const [found, counts] = await Promise.all([leads.waiting(mostShown), leads.counts()]);
      const count = Math.max(counts.new, found.length);
      const title = count === 0 ? words.nobodyWaits : fill(words.waiting, { count });
      await answerWith(ctx, found, title, [restSentence(count - found.length, inbox, speech)]);
    },
    async find(ctx, argument) {
      const q = argument.slice(0, 200).toWellFormed();
      if (!q) return ask(ctx, words.whatToFind);
      const { leads: found, next } = await leads.find({ q }, { limit: mostShown });
      const [first] = found;
      const only = first && found.length === 1 ? await leads.get(first.ref) : null;
      if (only) return show(ctx, only);
      const { list: ofList, tabs: ofTabs } = speech.inbox;
      const title = found.length === 0 ? ofList.nothingFound : fill(ofList.found, { count: found.length });
      const all = inbox && `${ofTabs.all}: ${escapeHtml(`${inbox}/?q=${encodeURIComponent(q)}`)}`;
      await answerWith(ctx, found, title + (next ? '+' : ''), [next !== null && (all ?? '…')]);
    },
    stats: async (ctx) => answer(ctx, statsText(await leads.figures(statsDays), speech)),
    async link(ctx, argument) {
      const name = linkName(argument);
      if (!argument) return ask(ctx, words.whichLink);
      if (!name) return ask(ctx, noLinkName(speech));
      if (!siteUrl) return answer(ctx, words.noSite);
      const link = await leads.makeLink(siteUrl, name);
      // The link is what was asked for; what came of it may take too long to be summed up.
      const came = await leads.links(siteUrl).catch(() => null);
      const brought = came?.links.find((each) => each.name === name);
      const caption = came ? `${link}\n\n${broughtText(brought, came.countedSince !== null, speech)}` : link;
      try {
        await ctx.replyWithPhoto(new InputFile(qrPng(link), `qr-${name}.png`), { caption, ...replying(ctx) });
        await ctx.replyWithDocument(new InputFile(Buffer.from(qrSvg(link)), `qr-${name}.svg`), {
          caption: speech.inbox.links.svg,
          ...replying(ctx),
        });
      } catch {
        // A group may forbid its members pictures or files.
        const there = inbox ? ` ${speech.inbox.links.title}: ${inbox}/links` : '';
        await answer(ctx, escapeHtml(`${caption}\n\n${words.noQr}${there}`));
      }
    },
    // Not waited for: a large file takes a minute, and others press meanwhile.
    export: async (ctx) => beside(sendFile(ctx)),
  };

  ours.on(['message', 'channel_post'], async (ctx, next) => {
    const typed = commandIn(ctx) ?? questionAnswered(ctx);
    if (!typed) return next();
    const { name, argument } = typed;
    if (isCommand(name)) return answers[name](ctx, argument);
    // Whatever a reply begins with, it is a note. In a topic every message is a reply to its beginning.
    const replied = ctx.msg.reply_to_message;
    return replied && !replied.forum_topic_created ? next() : answer(ctx, words.noCommand);
  });

  const noFile = () => [words.noFile, inbox && fill(words.fileThere, { inbox })].filter(Boolean).join(' ');

  async function sendFile(ctx: Context): Promise<void> {
    try {
      const { language } = speech;
      const erased = await leads.followErased();
      // Anew for each try.
      const lines = () => asMuchAsFits(encoded(inPieces(csvFile(leads.each({}), { language }))));
      const file = new InputFile(lines, csvName(language));
      const sent = await ctx.replyWithDocument(file, { caption: words.exported, ...replying(ctx) });
      let gone: string[] = [];
      await known(ctx, sent, async (place) => {
        await store.rememberAnswer(place, 'all');
        gone = await erased();
      });
      // Who was erased meanwhile may stand in it, and nobody knew of it yet: it is taken back, and another one sent.
      if (gone.length === 0) return;
      await known(ctx, sent, (place) => store.rememberAnswer(place, gone));
      await sendFile(ctx);
    } catch {
      await answer(ctx, noFile());
    }
  }

  /** As it stands in the chat already, to be pressed and replied to: kept true and taken back like the one that came. */
  async function show(ctx: Context, lead: LeadDetail): Promise<void> {
    const others = await othersInTime(leads.countOthers(lead.ref, mostOthers));
    const { text, reply_markup } = leadContent(lead, others, inbox, speech);
    const sent = await send(ctx, text, { reply_markup });
    await known(ctx, sent, async (place) => {
      await store.rememberMessage({ ...place, ref: lead.ref });
      await store.rememberAnswer(place, [lead.ref]);
    });
  }

  async function answerWith(
    ctx: Context,
    shown: readonly LeadSummary[],
    title: string,
    after: readonly (string | false)[],
  ): Promise<void> {
    const sent = await send(ctx, foundText(title, shown, after, inbox, speech));
    const refs = shown.map(({ ref }) => ref);
    if (refs.length > 0) await known(ctx, sent, (place) => store.rememberAnswer(place, refs));
  }
}

const withPlace = (sentence: string, address: string | null) =>
  address ? `${sentence}: ${escapeHtml(address)}` : sentence;

const isCommand = (name: string): name is Command => Object.hasOwn(speechIn().words.commands, name);

type Typed = { name: string; argument: string };

/** In capitals, too: a phone's keyboard begins with one. Null when there is none, or it is for another bot. */
function commandIn(ctx: Context): Typed | null {
  const [, name, bot, argument] = /^\/(\w{1,32})(?:@(\w+))?(?!\S)(.*)$/s.exec(ctx.msg?.text ?? '') ?? [];
  if (!name || (bot && bot.toLowerCase() !== ctx.me.username.toLowerCase())) return null;
  return { name: name.toLowerCase(), argument: (argument ?? '').trim() };
}

/** A command pressed in Telegram's menu comes without what it is about: the reply to our question is that. */
function questionAnswered(ctx: Context): Typed | null {
  const replied = ctx.msg?.reply_to_message;
  // In a channel nobody is named as the author of anything.
  const isOurs = ctx.chat?.type === 'channel' || replied?.from?.id === ctx.me.id;
  const name = isOurs && questions.get(replied?.text ?? '');
  return name ? { name, argument: (ctx.msg?.text ?? '').trim() } : null;
}

/** In every language: one that was asked before another was set is still there to be replied to. */
const questions = new Map<string, Command>(
  languageCodes.map(speechIn).flatMap((speech) => [
    [speech.words.bot.whatToFind, 'find'],
    [speech.words.bot.whichLink, 'link'],
    [noLinkName(speech), 'link'],
  ]),
);

/** Opens the reply to it, for the one who asked alone. Telegram does not take that in a channel. */
async function ask(ctx: Context, question: string): Promise<void> {
  if (ctx.chat?.type === 'channel') return answer(ctx, question);
  await send(ctx, question, { reply_markup: { force_reply: true, selective: true } });
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

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
