import { noteLimit } from '../../contract/inbox.ts';
import { addNote, readNote } from '../leads/change.ts';
import { UsageError } from './arguments.ts';
import { type Command, noSuchLead } from './command.ts';

export const note: Command = {
  options: { as: { type: 'string' } },
  prepare(typed) {
    const { ref, text: words } = typed.refAndText(
      'The note is missing, for example: note K7Q2-9F3D "Called, wants Italy".',
    );
    const text = readNote(words);
    if (text === null) throw new UsageError(`A note must have 1 to ${noteLimit} characters.`);
    const who = typed.who();

    return async ({ db, print }) => {
      const changed = await addNote(db, ref, text, { who });
      if (!changed.ok) throw noSuchLead(ref);
      await print(`Note added to ${changed.lead.ref} by ${who}.\n`);
    };
  },
};
