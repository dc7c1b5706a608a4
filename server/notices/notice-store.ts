/**
 * What was told of the service itself, to whom: kept (server/store/notices.ts), so that several servers, a restart or a
 * crash tell it once. Times come from the caller, like those of sign-in.
 */
import type { Channel } from '../store/store.ts';

/**
 * Its key: of the digest the day, of the others the channel they are about. Three are told to nobody: `begun`, from then on
 * there are digests; `span`, since when that day's digest tells, up to when this was written down; and `by-mail`, it does not
 * go to Telegram any more. `test`: what became of the last test message. `bot`: whose the messages in Telegram are.
 */
type NoticeKind = 'digest' | 'begun' | 'span' | 'by-mail' | 'ill' | 'dead' | 'left' | 'test' | 'bot';

/** What one channel is to be told. `saying` tells one state of affairs from the next: what was said last is not said again. */
export type Telling = { kind: NoticeKind; key: string; channel: Channel; saying: string };

export type Heard = { channel: Channel; told: string; at: Date };

/** How a channel is doing, as far as people must know. */
export type ChannelState = {
  channel: Channel;
  /** Since when it has failed; null when it took something after that, whichever leads it goes on refusing. */
  failingSince: Date | null;
  lastDeliveredAt: Date | null;
  pending: number;
  /** Leads it was given up on, until somebody sends them again or erases them. */
  dead: number;
  /** Something is pending or dead: what failed may have been erased. */
  owed: boolean;
  /** How many there ever were: it only grows. */
  givenUp: number;
  lastError: string | null;
};

const minuteMs = 60_000;
/** Nothing is held back longer: what is held for longer than that was held while the clock was ahead. */
export const longestHoldMs = 60 * minuteMs;
/** Servers that share a database need not have quite the same time; what is further ahead was told by a wrong clock. */
const toleranceMs = 10 * minuteMs;
export const latestHold = (now: Date) => new Date(now.getTime() + longestHoldMs + toleranceMs);
export const latestTold = (now: Date) => new Date(now.getTime() + toleranceMs);
/** The kinds whose key is a day. */
export const daily: readonly NoticeKind[] = ['digest', 'span', 'by-mail'];

export interface NoticeStore {
  /** After a clock that was ahead: what it told was told by now, and a digest of a day still to come was none. */
  setRight(now: Date, today: string): Promise<void>;
  /**
   * Which try it is, for the one caller that may tell it until `leaseMs` have passed; null for all others, and when it
   * was told. Whoever dies in between leaves it to the next.
   */
  claim(telling: Telling, now: Date, leaseMs: number): Promise<number | null>;
  /** It was told, and nothing more is about this for `quietMs`. */
  told(telling: Telling, now: Date, quietMs?: number): Promise<void>;
  /** It was not told, and is not tried again before `inMs` have passed. */
  putOff(telling: Telling, now: Date, inMs: number): Promise<void>;
  /** What each channel was told last about this. */
  heard(kind: NoticeKind, key: string): Promise<Heard[]>;
  /** When one of this kind was told last; null when never. */
  lastTold(kind: NoticeKind): Promise<Date | null>;

  /** In the caller's time, however far the database's clock is from it: attempts are dated by that. */
  channelStates(channels: readonly Channel[]): Promise<ChannelState[]>;
  /** References of leads a channel was given up on, the newest lead first. */
  deadLeads(channel: Channel, limit: number): Promise<string[]>;
}
