import { parseArgs } from 'node:util';
import { inboxUrlOnPort } from '#server/inbox/access.ts';
import { codeMinutes, newSignInLinkToken } from '#server/inbox/codes.ts';
import { type Command, CommandError } from './command.ts';

/** The token comes after `#`, which no server, log or link preview sees. */
export const signIn: Command = async (args, { db, config, print }) => {
  parseArgs({ args });
  const url = inboxUrlOnPort(config, config.port);
  if (!url)
    throw new CommandError(
      'The inbox is not available: INBOX is off, or SITE_URL is not https and the server is not reachable as localhost (HOST).',
    );
  const token = await newSignInLinkToken(db);
  await print(
    `One-time sign-in link, valid for ${codeMinutes} minutes, for whoever has it:\n${url}#enter=${token}\n`,
  );
};
