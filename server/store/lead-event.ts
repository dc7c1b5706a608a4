import type { LeadEvent, LeadStatus } from '../../contract/inbox.ts';
import type { LeadChange } from './store.ts';

/** How an event stands in its table, in both databases. */
type Columns = { kind: string; was: string | null; became: string | null };
type NewColumns = Columns & { origin: string | null };

export function eventColumns(change: LeadChange | { kind: 'resend' }): NewColumns {
  switch (change.kind) {
    case 'status':
      return { kind: 'status', was: change.from, became: change.to, origin: null };
    case 'note':
      return { kind: 'note', was: null, became: change.text, origin: change.origin ?? null };
    case 'spam':
      return { kind: 'spam', was: null, became: change.spam ? 'spam' : '', origin: null };
    case 'resend':
      return { kind: 'resend', was: null, became: null, origin: null };
  }
}

export function leadEvent({ at, who, kind, was, became }: Columns & { at: Date; who: string }): LeadEvent {
  const event = { at: at.toISOString(), who };
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
