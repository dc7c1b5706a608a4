import { newAddressToken } from '../inbox/sign-in.ts';
import { codeMinutes } from '../inbox/sign-in-store.ts';
import { CannotBeDone, type Command } from './command.ts';

/** The secret stands behind `#`: it reaches no server, log or link preview before the page's own button is pressed. */
export const signIn: Command = {
  options: {},
  prepare(typed) {
    typed.nothingElse();

    return async ({ store, inbox, print }) => {
      if (!inbox)
        throw new CannotBeDone(
          'There is no inbox to open: INBOX is off, or SITE_URL is not https and HOST is not of this machine alone, or a proxy is on it (TRUSTED_PROXIES).',
        );
      const token = await newAddressToken(store.signIn);
      await print(
        `This address opens the inbox once, within ${codeMinutes} minutes, for whoever has it:\n${inbox}#enter=${token}\n`,
      );
    };
  },
};
