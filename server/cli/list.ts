import { tashkentMinute } from '../deliveries/tashkent-time.ts';
import type { Lead } from '../store/store.ts';
import type { Command } from './command.ts';
import { type Column, tableInParts } from './table.ts';

const linesInPart = 500;

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
      const lines = tableInParts(leadColumns, columns);
      let shown = 0;
      let part: Lead[] = [];
      // One more than shown, to know whether there are more.
      for await (const lead of store.eachLead({ ...filter, limit: limit + 1 })) {
        if (part.length === linesInPart) {
          await print(lines(part));
          part = [];
        }
        shown += 1;
        part.push(lead);
      }
      if (shown === 0) return print('No leads.\n');
      await print(lines(part.slice(0, shown > limit ? -1 : undefined)));
      if (shown > limit) await print(`… and older ones: --limit shows more than ${limit}.\n`);
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
