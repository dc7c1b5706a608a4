import { eraseLead } from '../leads/erase.ts';
import { leadByRef } from '../leads/find.ts';
import { readableLine } from '../leads/readable.ts';
import { CannotBeDone, type Command, noSuchLead } from './command.ts';

export const erase: Command = {
  options: { yes: { type: 'boolean', short: 'y' }, as: { type: 'string' } },
  prepare(typed) {
    const ref = typed.ref();
    const yes = typed.flag('yes');

    return async ({ db, hasBot, print, confirm }) => {
      const lead = await leadByRef(db, ref);
      if (!lead) throw noSuchLead(ref);
      if (!confirm && !yes)
        throw new CannotBeDone(
          `Nothing was erased: there is no terminal to confirm on. To confirm, use: erase ${lead.ref} --yes`,
        );
      const person = `${readableLine(lead.name)}, ${readableLine(lead.phone)}`;
      if (!yes && !(await confirm?.(`Permanently erase ${lead.ref} (${person})?`)))
        return print('Nothing was erased.\n');
      const erased = await eraseLead(db, ref);
      if (!erased) throw noSuchLead(ref);
      const sentences = [
        `${lead.ref} was erased.`,
        ...(erased.deletions.length > 0 ? [hasBot ? deletedLater : deletedByHand] : []),
        'Emails already delivered and existing backups still contain it.',
      ];
      await print(`${sentences.join(' ')}\n`);
    };
  },
};

const deletedLater = 'The server or worker will remove it from Telegram.';
const deletedByHand =
  'A message or file in Telegram may still show it and cannot be removed by the bot: delete it there by hand.';
