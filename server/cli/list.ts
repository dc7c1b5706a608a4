import { tashkentMinute } from '../deliveries/tashkent-time.ts';
import type { Lead } from '../store/store.ts';
import type { Command } from './command.ts';
import { type Column, table } from './table.ts';

export const list: Command = {
  options: {
    since: { type: 'string' },
    limit: { type: 'string' },
    spam: { type: 'boolean' },
    dead: { type: 'boolean' },
  },
  prepare(typed) {
    typed.nothingElse();
    const limit = typed.count('limit', 50);
    const filter = {
      since: typed.since(),
      ...(typed.flag('spam') && { spam: true }),
      dead: typed.flag('dead'),
    };

    return async ({ store, print, columns }) => {
      // One more than shown, to know whether there are more.
      const leads = await store.listLeads({ ...filter, limit: limit + 1 });
      if (leads.length === 0) return print('No leads.\n');
      await print(table(leadColumns, leads.slice(0, limit), columns));
      if (leads.length > limit) await print(`… and older ones: --limit shows more than ${limit}.\n`);
    };
  },
};

const leadColumns: Column<Lead>[] = [
  { title: 'REF', value: (lead) => lead.ref },
  { title: 'RECEIVED', value: (lead) => tashkentMinute(lead.createdAt) },
  { title: 'NAME', value: (lead) => lead.name, widest: 24 },
  { title: 'PHONE', value: (lead) => lead.phone, widest: 20 },
  { title: 'E-MAIL', value: (lead) => lead.email ?? '', widest: 28 },
  { title: 'LANG', value: (lead) => lead.language ?? '', widest: 5 },
  { title: 'SPAM', value: (lead) => (lead.suspectedSpam ? 'maybe' : '') },
  { title: 'MESSAGE', value: (lead) => lead.message, widest: 60 },
];
