import type { Channel, Delivery, DeliveryState, Lead } from './store.ts';

export const leadColumns = 'id, ref, name, phone, email, message, language, suspected_spam, created_at';

export type LeadRow = {
  id: number;
  ref: string;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  language: string | null;
  suspected_spam: number;
  created_at: number;
};

export type DeliveryRow = {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number | null;
  delivered_at: number | null;
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
    suspectedSpam: row.suspected_spam === 1,
    createdAt: new Date(row.created_at),
  };
}

export function deliveryFromRow(row: DeliveryRow): Delivery {
  const date = (time: number | null) => (time === null ? null : new Date(time));
  return {
    channel: row.channel,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: date(row.next_attempt_at),
    deliveredAt: date(row.delivered_at),
    lastError: row.last_error,
  };
}
