import type { Channel, Delivery, DeliveryState, Lead, NewLead } from './store.ts';

/** The driver gives bigint as text, timestamptz as Date. */
export type LeadRow = {
  id: string;
  ref: string;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  language: string | null;
  suspected_spam: boolean;
  created_at: Date;
};

export type NewLeadRow = Omit<LeadRow, 'id' | 'ref' | 'created_at'> & { idempotency_key: string };

export type DeliveryRow = {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  last_error: string | null;
};

export function leadFromRow(row: LeadRow): Lead {
  return {
    ref: row.ref,
    name: row.name,
    phone: row.phone,
    email: row.email,
    message: row.message,
    language: row.language,
    suspectedSpam: row.suspected_spam,
    createdAt: row.created_at,
  };
}

export function leadToRow(lead: NewLead & { idempotencyKey: string }): NewLeadRow {
  return {
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    message: lead.message,
    language: lead.language,
    suspected_spam: lead.suspectedSpam,
    idempotency_key: lead.idempotencyKey,
  };
}

export function deliveryFromRow(row: DeliveryRow): Delivery {
  return {
    channel: row.channel,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
    lastError: row.last_error,
  };
}
