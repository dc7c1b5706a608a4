/** What is kept about bringing leads to channels. Two implementations, in server/store, pass the same tests. */
import type { Channel, Lead } from '../store/store.ts';

/** A channel that was never named before starts with the leads of so many days; older ones are not for it. */
export const newChannelDays = 3;

/** A channel named for the first time, and how many leads are too old for it. */
export type NewChannel = { channel: Channel; olderLeads: number };

/** Which end of the due deliveries a claim takes. */
export type End = 'newest' | 'oldest';

/** A delivery that this process alone may attempt until its lease ends. */
export type ClaimedDelivery = {
  id: string;
  /** Which claim of this delivery it is: how an attempt ended is written down only while no other was made. */
  claim: number;
  channel: Channel;
  /** How many attempts were made before this one. */
  attempts: number;
  lead: Lead;
};

export interface DeliveryStore {
  /**
   * Remembers all channels that are configured, and tells which of them are new. A channel once named is known
   * for good: it gets every lead it missed, however long nobody served it.
   */
  name(channels: readonly Channel[]): Promise<NewChannel[]>;
  /** Makes a pending delivery for every lead that has none yet on one of these channels, however it got in. */
  enrol(channels: readonly Channel[]): Promise<number>;
  /**
   * Leases up to `limit` due deliveries of one channel to the caller, what became due last before what has
   * waited unless told otherwise; another process skips them. A time that was set when the clock was ahead
   * counts as due.
   */
  claim(channel: Channel, limit: number, leaseMs: number, end?: End): Promise<ClaimedDelivery[]>;
  /** False: the claim is no longer the caller's (sent again, erased, the lease ran out); nothing was written. */
  succeeded(delivery: ClaimedDelivery): Promise<boolean>;
  /**
   * `retryInMs` null: no attempt is left, the delivery is dead. `ofLead`: refused for what is in it, which says nothing
   * of a channel that has taken a younger one. False: as above.
   */
  failed(
    delivery: ClaimedDelivery,
    error: string,
    retryInMs: number | null,
    ofLead?: boolean,
  ): Promise<boolean>;
  /** The channel is well again, as something that arrived shows: what waits for its next attempt need not wait. */
  worked(channel: Channel): Promise<void>;
  /**
   * Makes this lead's deliveries pending again, attempts counted anew, whatever an attempt under way comes to.
   * What is dead on a channel not among these is forgotten. False when there is no such lead.
   */
  resend(ref: string, channels: readonly Channel[], who: string): Promise<boolean>;
}
