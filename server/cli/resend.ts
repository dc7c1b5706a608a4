import { CannotBeDone, type Command, noSuchLead } from './command.ts';

export const resend: Command = {
  options: { as: { type: 'string' } },
  prepare(typed) {
    const ref = typed.ref();
    const who = typed.who();

    return async ({ leads, channels, print }) => {
      const changed = await leads.resend(ref, who);
      if (!changed.ok && changed.reason === 'nowhere')
        throw new CannotBeDone('No channel is configured, so there is nowhere to send it.');
      if (!changed.ok) throw noSuchLead(ref);
      await print(`${ref} will be sent again to ${channels.join(', ')} as soon as the server is running.\n`);
    };
  },
};
