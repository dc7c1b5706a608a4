/**
 * What can be done with a lead, written once for the command line, the inbox and the bot: every change is an event
 * that says who made it.
 */

import { facts } from '../../content/facts.ts';
import {
  type ChannelHealth,
  type Figures,
  type LeadCounts,
  type LeadDetail,
  type LeadPage,
  type LeadQuery,
  type LeadStatus,
  type LeadSummary,
  type Links,
  type LiveEvent,
  type MessageLeft,
  noName,
  noteLimit,
  type StatusEvent,
} from '../../contract/inbox.ts';
import { endOfTashkentDay, startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import type { Log } from '../deliveries/channel.ts';
import type { FigureSums } from '../figures/figures-store.ts';
import { campaignSums, firstPosts, joinedFigures } from '../figures/joined.ts';
import { campaignLink } from '../figures/link.ts';
import type { ChannelState } from '../notices/notice-store.ts';
import { searchTerms } from '../store/search-text.ts';
import {
  type Channel,
  type LeadFilter,
  type LeadRecord,
  type LeadSums,
  type Store,
  StoreUnavailable,
} from '../store/store.ts';
import type { LeadMessage, Place } from '../telegram/telegram-store.ts';
import { countOthers } from './others.ts';
import { dialableNumber } from './phone.ts';
import { placesTaken } from './places.ts';
import { readableLine } from './readable.ts';
import { createWatch } from './watch.ts';

/** What a list can be narrowed to; the command line asks for more than the inbox, and for moments as well as days. */
export type LeadSearch = Omit<LeadQuery, 'since' | 'until' | 'spam'> & {
  since?: string | Date;
  until?: string | Date;
  status?: LeadStatus;
  spam?: boolean;
  /** Only leads that some channel was given up on: a person has to look at them. */
  dead?: boolean;
};

/** A lead whole, but for what was done with it: for files. */
export type WholeLead = Omit<LeadDetail, 'events' | 'deliveries'>;

export type Changed =
  | { ok: true; lead: LeadDetail }
  | { ok: false; reason: 'gone' }
  /** Somebody was quicker. `last` is what they did; null when nothing is known of it, as after a restored backup. */
  | { ok: false; reason: 'conflict'; lead: LeadDetail; last: StatusEvent | null };

type Erased = { erased: boolean; tracesLeft: string | null; messageLeft: MessageLeft | null };

export type Leads = {
  /** Newest first. `after` is the `next` of the page before. */
  find(search: LeadSearch, page: { after?: string | null; limit: number }): Promise<LeadPage>;
  /** Nobody has answered them yet: the longest waiting first. */
  waiting(limit: number): Promise<LeadSummary[]>;
  /** Of all, or of those since then. */
  counts(since?: Date): Promise<LeadCounts>;
  /** Taken for spam by the program alone: they stand in no list of leads, and one may be a person. */
  suspects(since: Date): Promise<number>;
  get(ref: string): Promise<LeadDetail | null>;
  /** How many other leads have the same number, however it was typed; of more than `most`, so many. */
  countOthers(ref: string, most?: number): Promise<number>;
  /**
   * Nothing is overwritten in silence: it counts only while the lead still has the status it is changed from. `origin`, as
   * below: where it came from, when it may come from there twice; it counts once.
   */
  changeStatus(
    ref: string,
    change: { from: LeadStatus; to: LeadStatus },
    who: string,
    origin?: string,
  ): Promise<Changed>;
  /** `text` as `readNote` gave it. */
  addNote(ref: string, text: string, who: string, origin?: string): Promise<Changed>;
  /**
   * Setting what is set already changes nothing and makes no event. `from`: the status they saw; what somebody else has
   * worked on since is not put away as spam. Null where that is not known.
   */
  setSpam(
    ref: string,
    change: { spam: boolean; from: LeadStatus | null },
    who: string,
    origin?: string,
  ): Promise<Changed>;
  /** To every configured channel once more. `nowhere`: there is none, so nothing was done. */
  resend(ref: string, who: string): Promise<Changed | { ok: false; reason: 'nowhere' }>;
  /**
   * With its messages in Telegram. `tracesLeft`: why its text can still be read in the database's files; the server tries
   * again by itself.
   */
  erase(ref: string, who: string): Promise<Erased>;
  /** Newest first, page by page: 100,000 of them take no more memory than one page. */
  each(search: LeadSearch): AsyncIterable<WholeLead>;
  /** Of so many days up to today, without spam. */
  figures(days: number): Promise<Figures>;
  /** The address for a post or a flyer; from now on its visits are counted by its name, whatever strangers make up. */
  makeLink(siteUrl: string, name: string): Promise<string>;
  /** What came of each campaign, and of each link made, within a year: most leads first, then most visits. */
  links(siteUrl: string): Promise<Pick<Links, 'links' | 'countedSince'>>;
  /** Of the configured channels. */
  health(): Promise<ChannelHealth[]>;
  /** From when it is ready: which leads were erased until its answer is asked, by whatever process. */
  followErased(): Promise<() => Promise<string[]>>;
  /** Tells what this process and others do with leads, from when it says `ready` until the answer is called. */
  watch(listener: (event: LiveEvent) => void, ready?: () => void): () => void;
};

export type LeadsDependencies = {
  store: Store;
  /** The channels that are configured. */
  channels: readonly Channel[];
  /** Takes messages back from Telegram; null where nobody can. */
  takeBack?: ((messages: readonly LeadMessage[]) => Promise<MessageLeft | null>) | null;
  log?: Log;
};

/** What can be kept of a note: trimmed; null when nothing is left, when it is too long, or holds what no database keeps. */
export function readNote(typed: string): string | null {
  const text = typed.trim();
  const fits = text.length > 0 && [...text].length <= noteLimit;
  return fits && text.isWellFormed() && !text.includes('\0') ? text : null;
}

export function createLeads({ store, channels, takeBack = null, log }: LeadsDependencies): Leads {
  const watch = createWatch(store);

  async function get(ref: string): Promise<LeadDetail | null> {
    const found = await store.findLead(ref);
    if (!found) return null;
    return {
      ...wholeLead(found.lead),
      events: found.events,
      deliveries: found.deliveries.map(({ nextAttemptAt, deliveredAt, ...delivery }) => ({
        ...delivery,
        nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
        deliveredAt: deliveredAt?.toISOString() ?? null,
      })),
    };
  }

  /** The lead as it is after a change, whoever made the last one. */
  async function after(ref: string): Promise<Changed> {
    watch.look();
    const lead = await get(ref);
    return lead ? { ok: true, lead } : { ok: false, reason: 'gone' };
  }

  /** Of posts that brought leads all, so far as there are `most`; of the others those with the most visits. */
  async function sums(days: number, most: number): Promise<{ ofLeads: LeadSums; ofVisits: FigureSums }> {
    const until = tashkentDate(new Date());
    const since = tashkentDate(new Date(), days - 1);
    const ofLeads = await store.sumLeads(startOfTashkentDay(since) as Date);
    const first = firstPosts(ofLeads.bySource, most);
    return { ofLeads, ofVisits: await store.figures.sums({ since, until }, { first, most }) };
  }

  async function clearTraces(): Promise<string | null> {
    try {
      await store.clearTraces();
      return null;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return error.message;
    }
  }

  /** Of a lead that is gone by now. Whoever erased it is told of copies that nobody knows, and nobody else need be. */
  async function takeAllBack(ref: string, places: readonly Place[]): Promise<MessageLeft | null> {
    try {
      const left = places.length > 0 ? await takeKnownBack(places) : null;
      return (await store.telegram.forgetCopies([ref])) ? 'by-hand' : left;
    } catch (error) {
      // They are still marked: whoever keeps the messages goes on with them.
      if (!(error instanceof StoreUnavailable)) throw error;
      return 'later';
    }
  }

  async function takeKnownBack(places: readonly Place[]): Promise<MessageLeft | null> {
    if (!takeBack) return 'by-hand';
    const all = await Promise.all(
      places.map(({ chatId, messageId }) => store.telegram.findMessage(chatId, messageId)),
    );
    // One that is not known any more was taken back meanwhile.
    const known = all.filter((message) => message !== null);
    return takeBack([...new Map(known.map((message) => [message.id, message])).values()]);
  }

  return {
    async find(search, { after, limit }) {
      const filter = filterOf(search);
      if (!filter) return { leads: [], next: null };
      // One more than is shown, to know whether there are more.
      const below = after && /^\d{1,18}$/.test(after) ? after : null;
      const found = await store.leadPart(filter, { below, limit: limit + 1 });
      const leads = found.slice(0, limit);
      return { leads: leads.map(summary), next: found.length > limit ? (leads.at(-1)?.id ?? null) : null };
    },

    waiting: async (limit) => (await store.waitingLeads(limit)).map(summary),
    counts: (since) => store.countLeads(since && { since }),
    suspects: (since) => store.countSuspects({ since }),
    get,

    countOthers: (ref, most = othersCounted) => countOthers(store, ref, most),

    async changeStatus(ref, { from, to }, who, origin) {
      if (from !== to && (await store.changeLead(ref, { kind: 'status', from, to, origin }, who)))
        return after(ref);
      const lead = await get(ref);
      if (!lead) return { ok: false, reason: 'gone' };
      if (from === to && lead.status === to) return { ok: true, lead };
      return { ok: false, reason: 'conflict', lead, last: lastStatus(lead) };
    },

    async addNote(ref, text, who, origin) {
      await store.changeLead(ref, { kind: 'note', text, origin }, who);
      return after(ref);
    },

    async setSpam(ref, { spam, from }, who, origin) {
      const set = (seen: LeadStatus | null) =>
        store.changeLead(ref, { kind: 'spam', spam, from: spam ? seen : null, origin }, who);
      if (await set(from)) return after(ref);
      const lead = await get(ref);
      if (!lead) return { ok: false, reason: 'gone' };
      if (lead.spam === spam) return { ok: true, lead };
      const last = lastStatus(lead);
      // Of their own they know, whatever their screen still showed.
      if (last?.who === who && (await set(lead.status))) return after(ref);
      return { ok: false, reason: 'conflict', lead, last };
    },

    async resend(ref, who) {
      if (channels.length === 0) return { ok: false, reason: (await get(ref)) ? 'nowhere' : 'gone' };
      await store.deliveries.resend(ref, channels, who);
      return after(ref);
    },

    async erase(ref, who) {
      // Whose they are is forgotten with the lead; that they are to be taken back is not.
      const [messages, answers] = await Promise.all([
        store.telegram.messagesOf(ref),
        store.telegram.answersOf(ref),
      ]);
      if (!(await store.eraseLead(ref))) return { erased: false, tracesLeft: null, messageLeft: null };
      // What was done with it is erased with it: only the log knows who did this.
      log?.info({ ref, who }, 'A lead was erased');
      watch.look();
      const [tracesLeft, messageLeft] = await Promise.all([
        clearTraces(),
        takeAllBack(ref, [...messages, ...answers]),
      ]);
      return { erased: true, tracesLeft, messageLeft };
    },

    async *each(search) {
      const filter = filterOf(search);
      if (filter) for await (const lead of store.eachLead(filter)) yield wholeLead(lead);
    },

    async figures(days) {
      const [{ ofLeads, ofVisits }, taken] = await Promise.all([sums(days, mostPosts), placesTaken(store)]);
      return {
        ...joinedFigures(dayNames(days), ofLeads, ofVisits, mostPosts),
        byStatus: ofLeads.byStatus,
        hoursToFirstContact: ofLeads.hoursToFirstContact,
        places: { taken, of: Number(facts.clientsPerSeason) },
      };
    },

    async makeLink(siteUrl, name) {
      await store.figures.rememberLink(name);
      return campaignLink(siteUrl, name);
    },

    async links(siteUrl) {
      const [{ ofLeads, ofVisits }, made] = await Promise.all([
        sums(linkDays, mostLinks),
        store.figures.madeLinks(new Date(Date.now() - linkDays * 24 * 3_600_000), mostLinks),
      ]);
      const campaigns = campaignSums(joinedFigures([], ofLeads, ofVisits, mostLinks).bySource, made);
      return {
        links: campaigns.map((sums) => ({ ...sums, url: campaignLink(siteUrl, sums.name) })),
        countedSince: ofVisits.countedSince,
      };
    },

    async followErased() {
      const follow = store.followLeads();
      await follow();
      return async () => {
        const erased: string[] = [];
        // In a busy hour one look does not tell everything.
        for (let events = await follow(); events.length > 0; events = await follow())
          erased.push(...events.flatMap(({ kind, ref }) => (kind === 'erased' ? [ref] : [])));
        return erased;
      };
    },

    health: async () => (await store.notices.channelStates(channels)).map(healthOf),
    watch: watch.add,
  };
}

const lastStatus = ({ events }: LeadDetail): StatusEvent | null =>
  events.findLast((event) => event.kind === 'status') ?? null;

/** Null when it asks for what no lead can have: a day that is none, or text that no database keeps. */
function filterOf({ q = '', since, until, source, campaign, ...search }: LeadSearch): LeadFilter | null {
  const from = typeof since === 'string' ? startOfTashkentDay(since) : since;
  const before = typeof until === 'string' ? endOfTashkentDay(until) : until;
  if (from === null || before === null) return null;
  const texts = [q, source ?? '', campaign ?? '', search.language ?? ''];
  if (texts.some((text) => !text.isWellFormed() || text.includes('\0'))) return null;
  const named = (name?: string) => (name === noName ? null : name);
  return {
    ...search,
    source: named(source),
    campaign: named(campaign),
    terms: searchTerms(q),
    since: from,
    before,
  };
}

function summary(lead: LeadRecord): LeadSummary {
  const { ref, name, phone, language, source, campaign, status } = lead;
  return {
    ...{ ref, name, phone, language, source, campaign, status },
    createdAt: lead.createdAt.toISOString(),
    excerpt: excerptOf(lead.message),
    spam: lead.suspectedSpam,
  };
}

function wholeLead(lead: LeadRecord): WholeLead {
  return { ...summary(lead), email: lead.email, message: lead.message, dial: dialableNumber(lead.phone) };
}

const healthOf = ({
  failingSince,
  lastDeliveredAt,
  givenUp: _,
  owed,
  ...state
}: ChannelState): ChannelHealth => ({
  ...state,
  lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
  // What was erased can fail no more.
  illSince: (owed && failingSince?.toISOString()) || null,
});

/**
 * Looks no further than it shows: a message may be a hundred times longer. Cut without counting characters: for a page of
 * leads that took as long as all else that is done with it where visitors are served.
 */
function excerptOf(message: string): string {
  const [line = ''] = message
    .slice(0, 2 * excerptLength)
    .trimStart()
    .split('\n', 1);
  // Half a character may be left at the end.
  return readableLine(line.slice(0, excerptLength).replace(/[\ud800-\udbff]$/, ''));
}
const excerptLength = 160;

/** Nobody writes more often; whoever does is found by the search. */
const othersCounted = 100;

const linkDays = 365;

/** More is not looked through by anybody; a flood of made-up names ends here. */
const mostPosts = 50;
const mostLinks = 200;

/** The last of them is today. */
const dayNames = (days: number): string[] =>
  Array.from({ length: days }, (_, i) => tashkentDate(new Date(), days - 1 - i));
