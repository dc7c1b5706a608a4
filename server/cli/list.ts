import type { WholeLead } from '../../contract/inbox.ts';
import { tashkentMinute } from '../../contract/tashkent-time.ts';
import { eachLead } from '../leads/find.ts';
import type { Command } from './command.ts';
import { readSearch, searchOptions } from './search.ts';
import { type Column, tableInParts } from './table.ts';

const linesInPart = 500;

export const list: Command = {
  options: { ...searchOptions, limit: { type: 'string' } },
  prepare(typed) {
    typed.nothingElse();
    const limit = typed.count('limit', 50);
    const search = readSearch(typed);

    return async ({ db, print, columns }) => {
      const lines = tableInParts(leadColumns, columns);
      let shown = 0;
      let more = false;
      let part: WholeLead[] = [];
      for await (const lead of eachLead(db, search)) {
        more = shown === limit;
        if (more) break;
        if (part.length === linesInPart) {
          await print(lines(part));
          part = [];
        }
        shown += 1;
        part.push(lead);
      }
      if (shown === 0) return print('No leads.\n');
      await print(lines(part));
      if (more) await print(`… and older ones. Use --limit to show more than ${limit}.\n`);
    };
  },
};

const leadColumns: Column<WholeLead>[] = [
  { title: 'REF', value: (lead) => lead.ref },
  { title: 'RECEIVED', value: (lead) => tashkentMinute(new Date(lead.createdAt)) },
  { title: 'NAME', value: (lead) => lead.name, widest: 24 },
  { title: 'PHONE', value: (lead) => lead.phone, widest: 20 },
  { title: 'E-MAIL', value: (lead) => lead.email ?? '', widest: 28 },
  { title: 'LANG', value: (lead) => lead.language ?? '', widest: 5 },
  { title: 'STATUS', value: (lead) => lead.status },
  { title: 'SPAM', value: (lead) => (lead.spam ? 'maybe' : '') },
  { title: 'MESSAGE', value: (lead) => lead.message, widest: 60 },
];
