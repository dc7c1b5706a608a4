/** What people in the chat may ask for. */
import { type Composer, type Context, InputFile } from 'grammy';
import { uz } from '../../content/inbox/uz.ts';
import { fill } from '../../contract/fill.ts';
import type { LeadDetail, LeadSummary } from '../../contract/inbox.ts';
import { linkName } from '../../contract/link-name.ts';
import { qrPng } from '../figures/qr.ts';
import { csvFile, csvName, inPieces } from '../leads/csv.ts';
import type { Leads } from '../leads/leads.ts';
import { tashkentDate, tashkentDay } from '../leads/tashkent-time.ts';
import { suspectsSentence } from '../notices/words.ts';
import { answer, known, replying, send } from './answer.ts';
import { foundText, helpText, mostShown, restSentence, statsText, words } from './conversation.ts';
import { leadContent } from './keeper.ts';
import type { TelegramStore } from './telegram-store.ts';

type Dependencies = {
  leads: Leads;
  store: TelegramStore;
  /** Where the provider reads leads from anywhere; null where there is no such place. */
  inbox: string | null;
  siteUrl: string | null;
};

const statsDays = 30;

export function addCommands(ours: Composer<Context>, { leads, store, inbox, siteUrl }: Dependencies): void {
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
