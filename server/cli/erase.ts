import type { MessageLeft } from '../../contract/inbox.ts';
import { readableLine } from '../leads/readable.ts';
import { CannotBeDone, type Command, noSuchLead } from './command.ts';

export const erase: Command = {
  options: { yes: { type: 'boolean', short: 'y' }, as: { type: 'string' } },
  prepare(typed) {
    const ref = typed.ref();
    const yes = typed.flag('yes');
    const who = typed.who();

    return async ({ leads, print, confirm }) => {
      const lead = await leads.get(ref);
      if (!lead) throw noSuchLead(ref);
      if (!confirm && !yes)
        throw new CannotBeDone(
          `Nothing was erased: there is no terminal to confirm on. To confirm, use: erase ${lead.ref} --yes`,
        );
      if (confirm && !yes) {
        const person = `${readableLine(lead.name)}, ${readableLine(lead.phone)}`;
        if (!(await confirm(`Permanently erase ${lead.ref} (${person})?`)))
          return print('Nothing was erased.\n');
      }
      const { erased, tracesLeft, messageLeft } = await leads.erase(ref, who);
      if (!erased) throw noSuchLead(ref);
      const sentences = [
        tracesLeft === null
          ? `${lead.ref} was erased.`
          : `${lead.ref} was erased, but its text can still be read in the database files (${tracesLeft}). The server ` +
            `will try again at startup and every ten minutes.`,
        ...(messageLeft ? [leftInTelegram[messageLeft]] : []),
        'Emails already delivered and existing backups still contain it.',
      ];
      await print(`${sentences.join(' ')}\n`);
    };
  },
};

const leftInTelegram: Record<MessageLeft, string> = {
  later: 'It could not be removed from Telegram yet; the server or worker will keep trying.',
  'by-hand':
    'A message or file in Telegram may still show it and cannot be removed by the bot: delete it there by hand.',
};
