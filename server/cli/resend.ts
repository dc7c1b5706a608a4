import { CannotBeDone, type Command, noSuchLead } from './command.ts';

export const resend: Command = {
  options: {},
  prepare(typed) {
    const ref = typed.ref();

    return async ({ store, channels, print }) => {
      if (channels.length === 0)
        throw new CannotBeDone('No channel is configured, so there is nowhere to send it.');
      if (!(await store.resendLead(ref, channels))) throw noSuchLead(ref);
      await print(`${ref} goes out again to ${channels.join(', ')}, as soon as the server is running.\n`);
    };
  },
};
