import { parseArgs } from 'node:util';
import type { LeadFields } from '#contract/inbox.ts';
import { tashkentMinute } from '#contract/tashkent-time.ts';
import { findLeads } from '#server/leads/find.ts';
import { type Command, CommandError, textOption } from './command.ts';
import { filterOptions, parseFilters } from './filters.ts';
import { shorten, table } from './table.ts';

export const list: Command = async (args, { db, print, columns }) => {
  const { values } = parseArgs({ args, options: { ...filterOptions, limit: textOption } });
  const { limit = '50' } = values;
  if (!/^[1-9]\d{0,2}$/.test(limit))
    throw new CommandError(`--limit must be a whole number from 1 to 999, not '${limit}'.`);
  const found = await findLeads(db, parseFilters(values), Number(limit) + 1);
  if (found.length === 0) return print('No leads.\n');
  await print(table(found.slice(0, Number(limit)).map(rowOf), columns));
  if (found.length > Number(limit))
    await print(`… and older ones. Use --limit to show more than ${limit}, or export for all.\n`);
};

const rowOf = (lead: LeadFields) => ({
  REF: lead.ref,
  RECEIVED: tashkentMinute(new Date(lead.createdAt)),
  NAME: shorten(lead.name, 24),
  PHONE: shorten(lead.phone, 20),
  EMAIL: shorten(lead.email ?? '', 28),
  LANG: lead.language ?? '',
  STATUS: lead.status,
  SPAM: lead.spam ? 'yes' : '',
  MESSAGE: shorten(lead.message, 60),
});
