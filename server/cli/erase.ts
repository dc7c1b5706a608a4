import { readableLine } from '../deliveries/readable.ts';
import { StoreUnavailable } from '../store/store.ts';
import { CannotBeDone, type Command, noSuchLead } from './command.ts';

export const erase: Command = {
  options: { yes: { type: 'boolean', short: 'y' } },
  prepare(typed) {
    const ref = typed.ref();
    const yes = typed.flag('yes');

    return async ({ store, print, confirm }) => {
      const found = await store.findLead(ref);
      if (!found) throw noSuchLead(ref);
      const { lead } = found;
      if (!confirm && !yes)
        throw new CannotBeDone(
          `Nothing was erased: there is nobody to ask. Say so with: erase ${lead.ref} --yes`,
        );
      if (confirm && !yes) {
        const person = `${readableLine(lead.name)}, ${readableLine(lead.phone)}`;
        if (!(await confirm(`Erase ${lead.ref} (${person}) for good?`)))
          return print('Nothing was erased.\n');
      }
      if (!(await store.eraseLead(ref))) throw noSuchLead(ref);
      const told = 'Messages already delivered and earlier backups still have it.';
      try {
        await store.clearTraces();
        await print(`${lead.ref} was erased. ${told}\n`);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await print(
          `${lead.ref} was erased from the leads, but its text can still be read in the database's files ` +
            `(${error.message}). The server tries again at its start and every ten minutes. ${told}\n`,
        );
      }
    };
  },
};
