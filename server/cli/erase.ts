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
          `Nothing was erased: there is nobody to ask. Say so with: erase ${lead.ref} --yes`,
        );
      if (confirm && !yes) {
        const person = `${readableLine(lead.name)}, ${readableLine(lead.phone)}`;
        if (!(await confirm(`Erase ${lead.ref} (${person}) for good?`)))
          return print('Nothing was erased.\n');
      }
      const { erased, tracesLeft, messageLeft } = await leads.erase(ref, who);
      if (!erased) throw noSuchLead(ref);
      const sentences = [
        tracesLeft === null
          ? `${lead.ref} was erased.`
          : `${lead.ref} was erased from the leads, but its text can still be read in the database's files ` +
            `(${tracesLeft}). The server tries again at its start and every ten minutes.`,
        ...(messageLeft ? [leftInTelegram[messageLeft]] : []),
        'Mail already delivered and earlier backups still have it.',
      ];
      await print(`${sentences.join(' ')}\n`);
    };
  },
};

const leftInTelegram: Record<MessageLeft, string> = {
  later: 'What shows it in Telegram could not be taken back yet; the server or worker goes on trying.',
  'by-hand':
    'A message or file in Telegram may still show it and cannot be taken back: look there and delete it by hand.',
};
