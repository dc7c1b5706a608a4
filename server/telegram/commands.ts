import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import { type Composer, type Context, InputFile } from 'grammy';
import type { Message } from 'grammy/types';
import { fill } from '#contract/fill.ts';
import type { LeadSummary } from '#contract/inbox.ts';
import { linkName } from '#contract/link-name.ts';
import { submissionLimits } from '#contract/submission.ts';
import { startOfTashkentDay, tashkentDate } from '#contract/tashkent-time.ts';
import { telegramNames } from '#contract/telegram-address.ts';
import type { Db } from '#server/db/db.ts';
import { addLead } from '#server/leads/add.ts';
import { csvFile, csvName } from '#server/leads/csv.ts';
import { findByNumber, findLeadPage, findLeadParts, findNewLeads } from '#server/leads/find.ts';
import { toSummary } from '#server/leads/lead.ts';
import type { Locale } from '#server/leads/locale.ts';
import { numbersIn } from '#server/leads/phone.ts';
import { readableLine } from '#server/leads/readable.ts';
import { countLeads, countSuspects } from '#server/leads/sums.ts';
import type { StaffMessageFormat } from '#server/outbox/channel.ts';
import { cutText } from '#server/outbox/cut-text.ts';
import { linksOf, makeLink } from '#server/stats/links.ts';
import { qrPng, qrSvg } from '#server/stats/qr.ts';
import { statsOf } from '#server/stats/sums.ts';
import { type Keyboard, openButton } from './buttons.ts';
import { answer, messageIdOf, nameOf, personIn, replyOptions } from './chat.ts';
import { escapeHtml, leadContent } from './lead-message.ts';
import { recordFile, recordMessage } from './messages.ts';
import { helpText, linkResultsText, listText, moreSentence, statsText, wrongLinkNameText } from './texts.ts';

type Dependencies = { db: Db; siteUrl: string | null; wake(): void } & StaffMessageFormat;

type Command = keyof Locale['words']['commands'];
type Answer = (ctx: Context, argument: string) => unknown;

const statsDays = 30;
const maxShown = 15;

export function addCommands(staffChat: Composer<Context>, dependencies: Dependencies): void {
  const { db, siteUrl, inboxUrl, locale, wake } = dependencies;
  const words = locale.words.bot;

  const answers: Record<Command, Answer> = {
    help: (ctx) => answer(ctx, helpText(inboxUrl, locale)),
    stats: async (ctx) => answer(ctx, statsText(await statsOf(db, statsDays), locale)),

    async today(ctx) {
      const today = tashkentDate(new Date());
      const since = startOfTashkentDay(today) as Date;
      const { leads } = await findLeadPage(db, { since, spam: 'no' }, { limit: maxShown });
      const { all, spam } = await countLeads(db, { since });
      const suspects = await countSuspects(db, { since });
      const { funnel, countedSince } = await statsOf(db, 1);
      const count = all - spam;
      const page = inboxUrl && `${inboxUrl}/?tab=all&since=${today}&until=${today}&spam=no`;
      const spamPage = inboxUrl ? `: ${escapeHtml(`${inboxUrl}/?tab=spam`)}` : '';
      await list(ctx, leads, count === 0 ? words.noneToday : fill(words.today, { count }), [
        moreSentence(count - leads.length, page, locale),
        suspects > 0 && fill(locale.words.alerts.suspects, { count: suspects }) + spamPage,
        countedSince !== null && `${locale.inboxWords.stats.visits}: ${funnel.visits}`,
      ]);
    },

    async new(ctx) {
      const leads = await findNewLeads(db, maxShown);
      const { new: count } = await countLeads(db);
      const title = count === 0 ? words.noneWaiting : fill(words.waiting, { count });
      await list(ctx, leads, title, [moreSentence(count - leads.length, inboxUrl, locale)]);
    },

    async find(ctx, argument) {
      const q = argument.slice(0, 200).toWellFormed();
      if (!q) return ask(ctx, words.whatToFind);
      const { leads, next } = await findLeadPage(db, { q }, { limit: maxShown });
      const [first] = leads;
      if (first && leads.length === 1) return show(ctx, first.ref);
      const { list: listWords, tabs } = locale.inboxWords;
      const title = first ? fill(listWords.found, { count: leads.length }) : listWords.nothingFound;
      const all = inboxUrl ? `${tabs.all}: ${escapeHtml(`${inboxUrl}/?q=${encodeURIComponent(q)}`)}` : '…';
      await list(ctx, leads, title + (next ? '+' : ''), [next !== null && all]);
    },

    add: (ctx, argument) => add(ctx, readPerson(argument)),

    async link(ctx, argument) {
      if (!argument) return ask(ctx, words.whichLink);
      const name = linkName(argument);
      if (!name) return ask(ctx, wrongLinkNameText(locale));
      if (!siteUrl) return answer(ctx, words.noSite);
      const url = await makeLink(db, siteUrl, name);
      const { links } = await linksOf(db);
      const link = links.find((link) => link.name === name);
      const caption = `${url}\n\n${linkResultsText(link, locale)}`;
      const png = new InputFile(qrPng(url), `qr-${name}.png`);
      const svg = new InputFile(Buffer.from(qrSvg(url)), `qr-${name}.svg`);
      await ctx.replyWithPhoto(png, { caption, ...replyOptions(ctx) });
      await ctx.replyWithDocument(svg, { caption: locale.inboxWords.links.svg, ...replyOptions(ctx) });
    },

    async export(ctx) {
      const { language } = locale;
      const readAt = new Date();
      // grammY calls this again when it retries.
      const file = () =>
        ReadableStream.from(csvFile(findLeadParts(db, {}), language)).pipeThrough(new TextEncoderStream());
      const document = new InputFile(file, csvName(language));
      const sent = await ctx.replyWithDocument(document, { caption: words.exported, ...replyOptions(ctx) });
      await recordFile(db, messageIdOf(sent), readAt);
    },
  };

  for (const [command, reply] of Object.entries(answers))
    staffChat.command(spellings(command), (ctx) => reply(ctx, ctx.match));

  /** Telegram's menu sends commands without an argument. The bot asks for it, and takes the reply. */
  const questions = new Map<string, Answer>([
    [words.whatToFind, answers.find],
    [words.whomToAdd, answers.add],
    [words.whichLink, answers.link],
    [wrongLinkNameText(locale), answers.link],
  ]);

  staffChat.on('message:contact', (ctx, next) =>
    ctx.msg.reply_to_message ? next() : add(ctx, personOf(ctx.msg)),
  );

  staffChat.on('callback_query:data', async (ctx, next) => {
    const { data, message } = ctx.callbackQuery;
    const [, ref] = /^open:(.{9})$/.exec(data) ?? [];
    const asked = data === 'add' && message && 'reply_to_message' in message && message.reply_to_message;
    if (ref) {
      const isShown = await show(ctx, ref);
      await ctx.answerCallbackQuery(isShown ? undefined : words.unknown);
    } else if (asked) {
      const person = personOf(asked);
      const stored = person && (await store(ctx, person, asked));
      await ctx.answerCallbackQuery(stored ? fill(words.added, { ref: stored }) : words.failed);
    } else await next();
  });

  staffChat.on('message:text', async (ctx, next) => {
    const { text, reply_to_message: replied } = ctx.msg;
    const isReply = replied?.from?.id === ctx.me.id;
    const asked = isReply && questions.get(replied.text ?? '');
    if (asked) return asked(ctx, text.trim());
    // A reply that is no known command is a note, even if it begins with a slash.
    const isCommand = /^\/\w{1,32}(?!\S)/.test(text.replace(`@${ctx.me.username}`, ''));
    return isCommand && !isReply ? answer(ctx, words.noCommand) : next();
  });

  /** Shows leads with the same number first. */
  async function add(ctx: Context, person: Person | null): Promise<unknown> {
    if (!person || !ctx.msg) return ask(ctx, words.whomToAdd);
    const same = (await findByNumber(db, person.phone)).slice(0, maxShown).map(toSummary);
    const anyway = [{ text: words.addAnyway, callback_data: 'add' }];
    if (same.length > 0) return list(ctx, same, words.sameNumber, [], [anyway]);
    await store(ctx, person, ctx.msg);
    return ctx.react('✍').catch(() => {});
  }

  /** Once, however often it is asked for. Returns the reference. */
  async function store(ctx: Context, person: Person, { chat, message_id }: Message): Promise<string> {
    const about = { email: null, language: null, source: 'by-hand', campaign: null, spam: false };
    const idempotencyKey = `telegram:${chat.id}:${message_id}`;
    const { ref } = await addLead(db, { ...about, ...person, idempotencyKey }, new Date(), personIn(ctx));
    wake();
    return ref;
  }

  /** Of `/add`, the reply to its question, or a contact. */
  const personOf = ({ contact, text = '' }: Message): Person | null =>
    contact
      ? { name: nameOf(contact), phone: contact.phone_number.replace(/^(?=\d)/, '+'), message: '' }
      : readPerson(text.replace(/^\/\w+(@\w+)?/, ''));

  async function show(ctx: Context, ref: string): Promise<boolean> {
    const content = await leadContent(db, ref, { locale, inboxUrl });
    if (!content) return false;
    const sent = await answer(ctx, content.text, content.reply_markup);
    await recordMessage(db, messageIdOf(sent), 'lead', [ref], content.version);
    return true;
  }

  async function list(
    ctx: Context,
    leads: readonly LeadSummary[],
    title: string,
    after: readonly (string | false)[],
    more: Keyboard['inline_keyboard'] = [],
  ): Promise<void> {
    const inline_keyboard = [...leads.map(openButton), ...more];
    const sent = await answer(ctx, listText(title, leads, after, inboxUrl, locale), { inline_keyboard });
    const refs = leads.map(({ ref }) => ref);
    await recordMessage(db, messageIdOf(sent), 'list', refs);
  }
}

type Person = { name: string; phone: string; message: string };

/** `Botir, 90 111 99 88, Italy`. Null without a name, or a way to reach the person. */
function readPerson(typed: string): Person | null {
  const line = readableLine(typed);
  const [way] = [...numbersIn(line), ...telegramNames(line)];
  if (!way) return null;
  const trim = (part: string) => part.replace(/^[\s,;:]+|[\s,;:]+$/g, '');
  const name = cutText(trim(line.slice(0, way.index)), submissionLimits.name);
  const message = trim(line.slice(way.index + way.text.length));
  return name ? { name, phone: way.text, message } : null;
}

/** Phones capitalise the first letter. */
export const spellings = (command: string): string[] => [
  command,
  command.charAt(0).toUpperCase() + command.slice(1),
];

const ask = (ctx: Context, question: string) => answer(ctx, question, { force_reply: true, selective: true });
