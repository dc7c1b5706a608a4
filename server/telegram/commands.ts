/** What people in the chat can ask for. */
import { type Composer, type Context, InputFile } from 'grammy';
import { fill } from '../../contract/fill.ts';
import type { LeadSummary, Links, Stats } from '../../contract/inbox.ts';
import { languageCodes } from '../../contract/languages.ts';
import { linkName } from '../../contract/link-name.ts';
import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { csvFile, csvName } from '../leads/csv.ts';
import { countLeads, countSuspects, eachLead, findLeads, waitingLeads } from '../leads/find.ts';
import { type Locale, localeIn } from '../leads/locale.ts';
import { escapeHtml, leadContent } from '../outbox/lead-html.ts';
import { answer, asReply, remember } from './answer.ts';
import { repliedTo } from './replies.ts';
import { broughtText, helpText, listText, mostShown, noLinkName, restSentence, statsText } from './texts.ts';

/** Given by the service. */
export type StatsFunctions = {
  statsOf(days: number): Promise<Stats>;
  /** Null without SITE_URL: there is nothing to link to. */
  links: {
    /** Answers the address. `name` as `linkName` returned it. */
    make(name: string): Promise<string>;
    list(): Promise<Pick<Links, 'links' | 'countedSince'>>;
    qrPng(url: string): Uint8Array;
    qrSvg(url: string): string;
  } | null;
};

type Dependencies = {
  db: Db;
  stats: StatsFunctions;
  /** The inbox's address; null without one. */
  inbox: string | null;
  locale: Locale;
  /** Runs work that later updates need not wait for. */
  background(work: Promise<unknown>): void;
};

type Command = keyof Locale['words']['commands'];
type Answer = (ctx: Context, argument: string) => unknown;

const statsDays = 30;

export function addCommands(
  ours: Composer<Context>,
  { db, stats, inbox, locale, background }: Dependencies,
): void {
  const words = locale.words.bot;

  const answers: Record<Command, Answer> = {
    help: (ctx) => answer(ctx, helpText(inbox, locale)),
    stats: async (ctx) => answer(ctx, statsText(await stats.statsOf(statsDays), locale)),
    // A large file takes a minute.
    export: (ctx) => background(sendFile(ctx)),

    async today(ctx) {
      const today = tashkentDate(new Date());
      const since = startOfTashkentDay(today) as Date;
      const [{ leads }, { all, spam }, suspects, { funnel, countedSince }] = await Promise.all([
        findLeads(db, { since, spam: false }, { limit: mostShown }),
        countLeads(db, { since }),
        countSuspects(db, { since }),
        stats.statsOf(1),
      ]);
      const count = Math.max(all - spam, leads.length);
      const page = inbox && `${inbox}/?tab=all&since=${today}&until=${today}&spam=no`;
      const spamPage = inbox ? `: ${escapeHtml(`${inbox}/?tab=spam`)}` : '';
      await list(ctx, leads, count === 0 ? words.nobodyToday : fill(words.today, { count }), [
        restSentence(count - leads.length, page, locale),
        suspects > 0 && fill(locale.words.notices.suspects, { count: suspects }) + spamPage,
        countedSince !== null && `${locale.inbox.stats.visits}: ${funnel.visits}`,
      ]);
    },

    async new(ctx) {
      const [leads, counts] = await Promise.all([waitingLeads(db, mostShown), countLeads(db)]);
      const count = Math.max(counts.new, leads.length);
      const title = count === 0 ? words.nobodyWaits : fill(words.waiting, { count });
      await list(ctx, leads, title, [restSentence(count - leads.length, inbox, locale)]);
    },

    async find(ctx, argument) {
      const q = argument.slice(0, 200).toWellFormed();
      if (!q) return ask(ctx, words.whatToFind);
      const { leads, next } = await findLeads(db, { q }, { limit: mostShown });
      const [first] = leads;
      if (first && leads.length === 1) return show(ctx, first.ref);
      const { list: listWords, tabs } = locale.inbox;
      const title =
        leads.length === 0 ? listWords.nothingFound : fill(listWords.found, { count: leads.length });
      const all = inbox ? `${tabs.all}: ${escapeHtml(`${inbox}/?q=${encodeURIComponent(q)}`)}` : '…';
      await list(ctx, leads, title + (next ? '+' : ''), [next !== null && all]);
    },

    async link(ctx, argument) {
      const name = linkName(argument);
      if (!argument) return ask(ctx, words.whichLink);
      if (!name) return ask(ctx, noLinkName(locale));
      if (!stats.links) return answer(ctx, words.noSite);
      const { make, list, qrPng, qrSvg } = stats.links;
      const url = await make(name);
      const { links, countedSince } = await list();
      const brought = links.find((link) => link.name === name);
      const caption = `${url}\n\n${broughtText(brought, countedSince !== null, locale)}`;
      try {
        await ctx.replyWithPhoto(new InputFile(qrPng(url), `qr-${name}.png`), { caption, ...asReply(ctx) });
        await ctx.replyWithDocument(new InputFile(Buffer.from(qrSvg(url)), `qr-${name}.svg`), {
          caption: locale.inbox.links.svg,
          ...asReply(ctx),
        });
      } catch {
        // A group may forbid pictures or files.
        const page = inbox ? ` ${locale.inbox.links.title}: ${inbox}/links` : '';
        await answer(ctx, escapeHtml(`${caption}\n\n${words.noQr}${page}`));
      }
    },
  };

  for (const [command, reply] of Object.entries(answers))
    ours.command(spellings(command), (ctx) => reply(ctx, ctx.match));

  ours.on(['message:text', 'channel_post:text'], async (ctx, next) => {
    const asked = questionIn(ctx);
    if (asked) return answers[asked](ctx, ctx.msg.text.trim());
    // A reply is a note, whatever it begins with.
    const isCommand = /^\/\w{1,32}(?!\S)/.test(ctx.msg.text.replace(`@${ctx.me.username}`, ''));
    return isCommand && !repliedTo(ctx.msg) ? answer(ctx, words.noCommand) : next();
  });

  async function sendFile(ctx: Context): Promise<void> {
    try {
      const { language } = locale;
      // Called again for another attempt.
      const lines = () => limited(encoded(csvFile(eachLead(db, {}), { language })));
      const file = new InputFile(lines, csvName(language));
      const sent = await ctx.replyWithDocument(file, { caption: words.exported, ...asReply(ctx) });
      await remember(ctx, db, sent, 'file');
    } catch {
      const page = inbox ? ` ${fill(words.fileThere, { inbox })}` : '';
      await answer(ctx, words.noFile + page);
    }
  }

  /** With its buttons, like the message in which it arrived. */
  async function show(ctx: Context, ref: string): Promise<void> {
    const content = await leadContent(db, ref, { locale, inbox });
    if (!content) return;
    const { text, reply_markup } = content;
    await remember(ctx, db, await answer(ctx, text, { reply_markup }), 'lead', [ref]);
  }

  async function list(
    ctx: Context,
    leads: readonly LeadSummary[],
    title: string,
    after: readonly (string | false)[],
  ): Promise<void> {
    const sent = await answer(ctx, listText(title, leads, after, inbox, locale));
    const refs = leads.map(({ ref }) => ref);
    if (refs.length > 0) await remember(ctx, db, sent, 'list', refs);
  }
}

/** A phone's keyboard begins with a capital. */
export const spellings = (command: string): string[] => [
  command,
  command[0]?.toUpperCase() + command.slice(1),
  command.toUpperCase(),
];

/** Telegram's menu sends a command without an argument, so the bot asks, and the reply is the argument. */
function questionIn(ctx: Context): Command | undefined {
  const replied = ctx.msg?.reply_to_message;
  // In a channel nobody is named as a message's author.
  const isOurs = ctx.chat?.type === 'channel' || replied?.from?.id === ctx.me.id;
  return isOurs ? questions.get(replied?.text ?? '') : undefined;
}

/** In every language: the setting may have changed since the question. */
const questions = new Map<string, Command>(
  languageCodes.map(localeIn).flatMap((locale) => [
    [locale.words.bot.whatToFind, 'find'],
    [locale.words.bot.whichLink, 'link'],
    [noLinkName(locale), 'link'],
  ]),
);

/** Opens a reply for the person who asked. Telegram refuses that in a channel. */
const ask = (ctx: Context, question: string) =>
  answer(
    ctx,
    question,
    ctx.chat?.type === 'channel' ? {} : { reply_markup: { force_reply: true, selective: true } },
  );

/** Telegram takes files of 50 MB from a bot. */
const largestFile = 49 * 1024 * 1024;

async function* limited(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
