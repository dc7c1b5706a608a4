import { leadStatuses } from '../../contract/inbox.ts';
import type { LeadSearch } from '../leads/find.ts';
import type { Arguments } from './arguments.ts';

/** Filters of `list` and `export`. */
export const searchOptions = {
  find: { type: 'string' },
  status: { type: 'string' },
  source: { type: 'string' },
  campaign: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  spam: { type: 'boolean' },
  dead: { type: 'boolean' },
} as const;

export function readSearch(typed: Arguments): LeadSearch {
  const status = typed.maybeOneOf('status', leadStatuses);
  return {
    q: typed.text('find'),
    status,
    source: typed.text('source'),
    campaign: typed.text('campaign'),
    since: typed.since(),
    until: typed.until(),
    // Spam has a status too, but nobody works on it.
    ...(typed.flag('spam') ? { spam: true } : status && { spam: false }),
    dead: typed.flag('dead'),
  };
}
