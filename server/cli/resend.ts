import { leadByRef } from '../leads/find.ts';
import { resendLead } from '../outbox/queue.ts';
import { CannotBeDone, type Command, noSuchLead } from './command.ts';

export const resend: Command = {
  options: { as: { type: 'string' } },
  prepare(typed) {
    const ref = typed.ref();
    const who = typed.who();

    return async ({ db, channels, print }) => {
      const lead = await leadByRef(db, ref);
      if (lead && channels.length === 0)
        throw new CannotBeDone('No channel is configured, so there is nowhere to send it.');
      if (!lead || !(await resendLead(db, ref, channels, { who }))) throw noSuchLead(ref);
      await print(`${ref} will be sent again to ${channels.join(', ')} as soon as the server is running.\n`);
    };
  },
};
