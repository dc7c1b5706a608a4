import { codeMinutes, newAddressToken } from '../inbox/codes.ts';
import { CannotBeDone, type Command } from './command.ts';

/** The secret is behind `#`, so no server, log or link preview sees it before the page's own button is pressed. */
export const signIn: Command = {
  options: {},
  prepare(typed) {
    typed.nothingElse();

    return async ({ db, inbox, print }) => {
      if (!inbox)
        throw new CannotBeDone(
          'The inbox is not available: INBOX is off, or SITE_URL is not https and the server is not reachable as localhost (HOST) or is behind a proxy on this machine (TRUSTED_PROXIES).',
        );
      const token = await newAddressToken(db);
      await print(
        `One-time sign-in link, valid for ${codeMinutes} minutes, for whoever has it:\n${inbox}#enter=${token}\n`,
      );
    };
  },
};
