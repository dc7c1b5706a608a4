import type { parseArgs } from 'node:util';
import { leadStatuses } from '#contract/inbox.ts';
import { dayMs, endOfTashkentDay, hourMs, startOfTashkentDay } from '#contract/tashkent-time.ts';
import type { LeadSearch } from '#server/leads/find.ts';
import { isUndelivered } from '#server/outbox/channel-state.ts';
import { CommandError, flagOption, oneOf, textOption } from './command.ts';

export const filterOptions = {
  find: textOption,
  status: textOption,
  source: textOption,
  campaign: textOption,
  since: textOption,
  until: textOption,
  spam: flagOption,
  undelivered: flagOption,
};

type Filters = ReturnType<typeof parseArgs<{ options: typeof filterOptions }>>['values'];

export function parseFilters({ find, source, campaign, spam, undelivered, ...typed }: Filters): LeadSearch {
  const status = oneOf('--status', typed.status, leadStatuses);
  return {
    q: find,
    status,
    source,
    campaign,
    since: parseTime('--since', typed.since, startOfTashkentDay),
    until: parseTime('--until', typed.until, endOfTashkentDay),
    spam: spam ? 'yes' : status && 'no',
    ...(undelivered && { only: isUndelivered }),
  };
}

/** A day in Tashkent (2026-11-01), or days or hours ago (7d, 24h). */
function parseTime(
  option: string,
  typed: string | undefined,
  ofDay: (day: string) => Date | null,
): Date | undefined {
  if (typed === undefined) return undefined;
  const [, number, unit] = /^(\d{1,5})([dh])$/.exec(typed) ?? [];
  const time = unit ? new Date(Date.now() - Number(number) * (unit === 'd' ? dayMs : hourMs)) : ofDay(typed);
  if (time) return time;
  throw new CommandError(
    `${option} must be a day like 2026-11-01 or a period like 7d or 24h, not '${typed}'.`,
  );
}
