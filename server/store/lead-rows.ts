/** How leads, their deliveries and their events stand in the tables of both databases. */
import type { LeadEvent, LeadStatus } from '../../contract/inbox.ts';
import type { Channel, Delivery, DeliveryState, LeadChange, LeadRecord } from './store.ts';

/** SQLite keeps milliseconds since 1970; PostgreSQL's driver gives a Date. */
type Time = number | Date;

export type LeadRow = {
  /** PostgreSQL's driver gives bigint as text. */
  id: number | string;
  ref: string;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  language: string | null;
  /** SQLite has no booleans. */
  suspected_spam: number | boolean;
  created_at: Time;
  status: LeadStatus;
  source: string | null;
  campaign: string | null;
};

/** All but what the database makes for itself. */
export const leadColumns = [
  ...['id', 'ref', 'name', 'phone', 'email', 'message', 'language', 'suspected_spam', 'created_at'],
  ...['status', 'source', 'campaign'],
];

export function leadFromRow(row: LeadRow): LeadRecord {
  return {
    id: String(row.id),
    ref: row.ref,
    name: row.name,
    phone: row.phone,
    email: row.email,
    message: row.message,
    language: row.language,
    suspectedSpam: Boolean(row.suspected_spam),
    source: row.source,
    campaign: row.campaign,
    createdAt: new Date(row.created_at),
    status: row.status,
  };
}

export type DeliveryRow = {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Time | null;
  delivered_at: Time | null;
  last_error: string | null;
};

export function deliveryFromRow(row: DeliveryRow): Delivery {
  const date = (time: Time | null) => (time === null ? null : new Date(time));
  return {
    channel: row.channel,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: date(row.next_attempt_at),
    deliveredAt: date(row.delivered_at),
    lastError: row.last_error,
  };
}

type EventColumns = { kind: string; was: string | null; became: string | null };

export function eventColumns(
  change: LeadChange | { kind: 'resend' },
): EventColumns & { origin: string | null } {
  const origin = 'origin' in change ? (change.origin ?? null) : null;
  switch (change.kind) {
    case 'status':
      return { kind: 'status', was: change.from, became: change.to, origin };
    case 'note':
      return { kind: 'note', was: null, became: change.text, origin };
    case 'spam':
      return { kind: 'spam', was: null, became: change.spam ? 'spam' : '', origin };
    case 'resend':
      return { kind: 'resend', was: null, became: null, origin };
  }
}

export type EventRow = EventColumns & { at: Time; who: string };

export function eventFromRow({ at, who, kind, was, became }: EventRow): LeadEvent {
  const event = { at: new Date(at).toISOString(), who };
  switch (kind) {
    case 'status':
      return { ...event, kind, from: was as LeadStatus, to: became as LeadStatus };
    case 'note':
      return { ...event, kind, text: became ?? '' };
    case 'spam':
      return { ...event, kind, spam: became === 'spam' };
    default:
      return { ...event, kind: 'resend' };
  }
}
