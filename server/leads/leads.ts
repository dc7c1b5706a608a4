/**
 * What can be done with a lead, written once for the command line, the inbox and the bot: every change is an event
 * that says who made it.
 */
import type {
  ChannelHealth,
  Figures,
  LeadCounts,
  LeadDetail,
  LeadEvent,
  LeadPage,
  LeadQuery,
  LeadStatus,
  LiveEvent,
} from '../../contract/inbox.ts';
import type { Log } from '../deliveries/channel.ts';
import type { Channel, Store } from '../store/store.ts';

/** What a list can be narrowed to; the command line asks for more than the inbox. */
export type LeadSearch = LeadQuery & {
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
  | { ok: false; reason: 'conflict'; lead: LeadDetail; last: LeadEvent | null };

export type Leads = {
  /** Newest first. `after` is the `next` of the page before. */
  find(search: LeadSearch, page: { after?: string | null; limit: number }): Promise<LeadPage>;
  counts(): Promise<LeadCounts>;
  get(ref: string): Promise<LeadDetail | null>;
  /** Nothing is overwritten in silence: it counts only while the lead still has the status it is changed from. */
  changeStatus(ref: string, change: { from: LeadStatus; to: LeadStatus }, who: string): Promise<Changed>;
  /** `text` as `readNote` gave it. */
  addNote(ref: string, text: string, who: string): Promise<Changed>;
  /** Setting what is set already changes nothing and makes no event. */
  setSpam(ref: string, spam: boolean, who: string): Promise<Changed>;
  /** To every configured channel once more. */
  resend(ref: string, who: string): Promise<Changed>;
  /** `tracesLeft`: why its text can still be read in the database's files; the server tries again by itself. */
  erase(ref: string, who: string): Promise<{ erased: boolean; tracesLeft: string | null }>;
  /** Newest first, page by page: 100,000 of them take no more memory than one page. */
  each(search: LeadSearch): AsyncIterable<WholeLead>;
  /** Of so many days up to today, without spam. */
  figures(days: number): Promise<Figures>;
  /** Of the configured channels. */
  health(): Promise<ChannelHealth[]>;
  /** Tells what this process and others do with leads from now on, until the answer is called. */
  watch(listener: (event: LiveEvent) => void): () => void;
};

export type LeadsDependencies = {
  store: Store;
  /** The channels that are configured. */
  channels: readonly Channel[];
  log?: Log;
};

/** What can be kept of a note: trimmed; null when nothing is left, when it is too long, or holds what no database keeps. */
export function readNote(typed: string): string | null {
  const text = typed.trim();
  const fits = text.length > 0 && [...text].length <= noteLimit;
  return fits && text.isWellFormed() && !text.includes('\0') ? text : null;
}
export const noteLimit = 5000;

export declare function createLeads(dependencies: LeadsDependencies): Leads;
