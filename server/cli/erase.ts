import { readableLine } from '../deliveries/readable.ts';
import { type Command, noSuchLead } from './command.ts';

export const erase: Command = {
  options: { yes: { type: 'boolean', short: 'y' } },
  prepare(typed) {
    const ref = typed.ref();
    const yes = typed.flag('yes');

    return async ({ store, print, confirm }) => {
      const found = await store.findLead(ref);
      if (!found) throw noSuchLead(ref);
      const { lead } = found;
      if (confirm && !yes) {
        const person = `${readableLine(lead.name)}, ${readableLine(lead.phone)}`;
        if (!(await confirm(`Erase ${lead.ref} (${person}) for good?`)))
          return print('Nothing was erased.\n');
      }
      if (!(await store.eraseLead(ref))) throw noSuchLead(ref);
      await print(`${lead.ref} was erased. Messages already delivered and earlier backups still have it.\n`);
    };
  },
};
