import { leadStatuses } from '../../contract/inbox.ts';
import { changeStatus } from '../leads/change.ts';
import { leadByRef } from '../leads/find.ts';
import { readableLine } from '../leads/readable.ts';
import { UsageError } from './arguments.ts';
import { CannotBeDone, type Command, noSuchLead } from './command.ts';

export const status: Command = {
  options: { as: { type: 'string' } },
  prepare(typed) {
    const statuses = leadStatuses.join(', ');
    const { ref, text } = typed.refAndText(`The new status is missing: ${statuses}.`);
    const to = leadStatuses.find((each) => each === text);
    if (!to) throw new UsageError(`The status must be one of ${statuses}, not '${text}'.`);
    const who = typed.who();

    return async ({ db, print }) => {
      const lead = await leadByRef(db, ref);
      if (!lead) throw noSuchLead(ref);
      if (lead.status === to) return print(`${lead.ref} is already ${to}.\n`);
      const changed = await changeStatus(db, ref, { from: lead.status, to }, { who });
      if (changed.ok) return print(`${lead.ref} is now ${to} (was ${lead.status}).\n`);
      if (changed.reason === 'gone') throw noSuchLead(ref);
      const other = readableLine(changed.last?.who ?? 'somebody');
      throw new CannotBeDone(
        `Nothing was changed: ${other} has just set ${lead.ref} to ${changed.lead.status}.`,
      );
    };
  },
};
