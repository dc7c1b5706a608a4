import type { Figures, LeadCounts, LeadEvent, LeadStatus, LeadTab, LiveEvent } from '../../contract/inbox.ts';
import type { Submission } from '../../contract/submission.ts';
import type { DeliveryStore } from '../deliveries/delivery-store.ts';
import type { FiguresStore } from '../figures/figures-store.ts';
import type { SignInStore } from '../inbox/sign-in-store.ts';
import type { NoticeStore } from '../notices/notice-store.ts';
import type { TelegramStore } from '../telegram/telegram-store.ts';
import type { SearchTerm } from './search-text.ts';

/** A submission together with what its request told about it. */
export type NewLead = Submission & {
  idempotencyKey: string | null;
  language: string | null;
  suspectedSpam: boolean;
  /** Where the visitor came from; none when that is not known. */
  source?: string | null;
  campaign?: string | null;
};

export type Lead = Submission & {
  /** Short reference that people can read to each other, e.g. `K7Q2-9F3D`. */
  ref: string;
  language: string | null;
  suspectedSpam: boolean;
  source: string | null;
  campaign: string | null;
  createdAt: Date;
};

/** A lead with what became of it. */
export type LeadRecord = Lead & {
  /** Grows with every lead: the next page of a list begins below it. */
  id: string;
  status: LeadStatus;
};

/** `stored` is false when the idempotency key was seen before: nothing was written. */
export type Added = { ref: string; stored: boolean };

export type FoundLead = { lead: LeadRecord; deliveries: Delivery[]; events: LeadEvent[] };

/** A change of one lead, and the event it leaves behind. */
export type LeadChange = {
  /** Where it came from, when it may come from there twice: of two with one origin the second changes nothing. */
  origin?: string | undefined;
} & (
  | { kind: 'status'; from: LeadStatus; to: LeadStatus }
  | { kind: 'note'; text: string }
  /** `from`: only while it has this status. */
  | { kind: 'spam'; spam: boolean; from?: LeadStatus | null }
);

/** A place that leads are brought to. Every recipient of e-mail is one of its own. */
export type Channel = 'telegram' | 'webhook' | `email:${string}`;

export type DeliveryState = 'pending' | 'delivered' | 'dead';

/** What is known about sending one lead to one channel. */
export type Delivery = {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  lastError: string | null;
};

export type LeadFilter = {
  /** All of them are in the lead's text (search-text.ts). */
  terms?: readonly SearchTerm[];
  tab?: LeadTab;
  status?: LeadStatus;
  language?: string;
  /** Null: those without any. */
  source?: string | null;
  campaign?: string | null;
  since?: Date;
  /** Exclusive. */
  before?: Date;
  /** true: only spam; false: none of it; undefined: all. */
  spam?: boolean;
  /** Only leads that some channel was given up on: a person has to look at them. */
  dead?: boolean;
};

/** Part of a list: at most `limit` leads older than the one with this id. */
export type Part = { below: string | null; limit: number };

/** What `Figures` say of leads, but for days without any, and how many places there are. */
export type LeadSums = Pick<Figures, 'byStatus' | 'hoursToFirstContact'> & {
  days: { day: string; leads: number; clients: number }[];
  byLanguage: { language: string | null; leads: number }[];
  bySource: { source: string | null; campaign: string | null; leads: number; clients: number }[];
};

export type Stats = {
  byDay: { day: string; leads: number }[];
  byLanguage: { language: string | null; leads: number }[];
  byChannel: {
    channel: Channel;
    pending: number;
    delivered: number;
    dead: number;
    lastError: string | null;
  }[];
};

/**
 * Everything the service keeps. Two implementations, SQLite and PostgreSQL, pass the same tests.
 * A method that cannot do its work because the database is unreachable, locked, full or read-only throws
 * `StoreUnavailable`; a promise that resolves means the change is on disk.
 */
export interface Store {
  addLead(lead: NewLead): Promise<Added>;
  /** The same for several leads of one request: all of them are stored, or none. */
  addLeads(leads: readonly NewLead[]): Promise<Added[]>;
  hasLeads(): Promise<boolean>;
  /** Throws unless a lead could be stored now. Answers how many ms ago that was last found, by whomever; null when never. */
  checkWritable(): Promise<number | null>;

  /** Newest first: by id, which a clock put back does not change. */
  leadPart(filter: LeadFilter, part: Part): Promise<LeadRecord[]>;
  /** The same part by part, as they are asked for: 100,000 of them take no more memory than one part. */
  eachLead(filter: LeadFilter): AsyncIterable<LeadRecord>;
  /** The same at once, for few. */
  listLeads(filter: LeadFilter & { limit?: number }): Promise<LeadRecord[]>;
  /** Those that are still new, without spam: the oldest first. */
  waitingLeads(limit: number): Promise<LeadRecord[]>;
  /** Of all leads, or of those that came in this time; `before` is exclusive. */
  countLeads(when?: { since?: Date; before?: Date }): Promise<LeadCounts>;
  /** Of the same those that only the program takes for spam: no person has said so, or otherwise. */
  countSuspects(when?: { since?: Date; before?: Date }): Promise<number>;
  /** Who is a client and became one since then; where nothing is known of that, who came since then. */
  countClients(since: Date): Promise<number>;
  findLead(ref: string): Promise<FoundLead | null>;
  /**
   * Makes the change and its event, both or neither. False when there was nothing to change: no such lead, another
   * status than it is changed from, spam that is so already.
   */
  changeLead(ref: string, change: LeadChange, who: string): Promise<boolean>;
  /** What was done with leads, by whatever process, since it was asked before; the first time nothing. */
  followLeads(): () => Promise<LiveEvent[]>;
  /** Of the leads since then, without spam. */
  sumLeads(since: Date): Promise<LeadSums>;
  /** Removes the lead and everything about it; false when there is none with this reference. */
  eraseLead(ref: string): Promise<boolean>;
  /**
   * Without those that are still to be delivered by one of these channels, and those that came after a younger one: a
   * clock that was behind gave them their date.
   */
  eraseLeadsBefore(time: Date, channels: readonly Channel[]): Promise<number>;
  /** An erased lead is gone from every answer at once; its text is gone from the database's files after this. */
  clearTraces(): Promise<void>;
  stats(): Promise<Stats>;

  /** What goes to which channel, and what came of it. */
  readonly deliveries: DeliveryStore;
  /** What time it was believed to be. */
  readonly clock: ClockStore;
  /** Codes and sessions of those who open the inbox. */
  readonly signIn: SignInStore;
  /** Messages in the chat, and who speaks with it. */
  readonly telegram: TelegramStore;
  /** What was told of the service itself. */
  readonly notices: NoticeStore;
  /** What visitors did, in sums. */
  readonly figures: FiguresStore;

  close(): Promise<void>;
}

/** What follows in both stores from the rest of it. */
export const derivedFrom = ({
  addLeads,
  leadPart,
}: Pick<Store, 'addLeads' | 'leadPart'>): Pick<Store, 'addLead' | 'eachLead' | 'listLeads'> => ({
  async addLead(lead) {
    const [added] = await addLeads([lead]);
    if (!added) throw new Error('one lead was handed in, none came back');
    return added;
  },
  eachLead: (filter) => eachOf(leadPart, filter),
  listLeads: ({ limit, ...filter }) => Array.fromAsync(eachOf(leadPart, filter, limit)),
});

/** By key, not by offset, so that nothing is read twice or held open meanwhile. */
async function* eachOf(
  leadPart: Store['leadPart'],
  filter: LeadFilter,
  most = Infinity,
): AsyncGenerator<LeadRecord> {
  let below: string | null = null;
  for (let left = most; left > 0; left -= partSize) {
    const part: LeadRecord[] = await leadPart(filter, { below, limit: Math.min(left, partSize) });
    yield* part;
    below = part.at(-1)?.id ?? null;
    if (part.length < partSize) return;
  }
}
const partSize = 500;

/** A clock further away than this from the latest time known is doubted. */
export const clockToleranceMs = 7 * 24 * 3_600_000;

export type Doubt = { since: Date; seen: Date };

export interface ClockStore {
  /** The latest time that was believed; null when none ever was. A lead that comes much before it is dated by it. */
  known(): Promise<Date | null>;
  /** An earlier one changes nothing. */
  remember(time: Date): Promise<void>;
  /**
   * A person says that it is now: this is the latest time known, also when a later one was remembered. Leads dated after
   * it came while the clock was ahead; they get this date. Answers how many those were.
   */
  set(now: Date): Promise<number>;
  /** Since when the clock was doubted, and when it was last looked at; null when it is believed. */
  doubt(): Promise<Doubt | null>;
  setDoubt(doubt: Doubt | null): Promise<void>;
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
