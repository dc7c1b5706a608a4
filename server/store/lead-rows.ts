/** How leads, their deliveries and their events stand in the tables of both databases. */
import type { LeadEvent, LeadStatus } from '../../contract/inbox.ts';
import { normaliseRef } from './ref.ts';
import { type EitherDatabase, sql } from './sql.ts';
import type { Channel, Delivery, DeliveryState, FoundLead, LeadChange, LeadRecord } from './store.ts';

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

export async function findLead(db: EitherDatabase, ref: string): Promise<FoundLead | null> {
  const [row] = await db.rows<LeadRow>(
    sql`select * from contact_submissions where ref = ${normaliseRef(ref)}`,
  );
  if (!row) return null;
  const [deliveries, events] = await Promise.all([
    db.rows<DeliveryRow>(sql`select * from deliveries where submission_id = ${row.id} order by channel`),
    db.rows<EventRow>(sql`select * from lead_events where submission_id = ${row.id} order by id`),
  ]);
  return {
    lead: leadFromRow(row),
    deliveries: deliveries.map(deliveryFromRow),
    events: events.map(eventFromRow),
  };
}

type DeliveryRow = {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Time | null;
  delivered_at: Time | null;
  last_error: string | null;
};

function deliveryFromRow(row: DeliveryRow): Delivery {
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

export function eventColumns(change: LeadChange | { kind: 'resend' }): EventColumns {
  const { kind } = change;
  switch (kind) {
    case 'status':
      return { kind, was: change.from, became: change.to };
    case 'note':
      return { kind, was: null, became: change.text };
    case 'spam':
      return { kind, was: null, became: change.spam ? 'spam' : '' };
    case 'resend':
      return { kind, was: null, became: null };
  }
}

type EventRow = EventColumns & { at: Time; who: string };

function eventFromRow({ at, who, kind, was, became }: EventRow): LeadEvent {
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
