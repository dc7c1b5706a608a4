import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { leadStatuses, noteLimit, personNameLimit } from '#contract/inbox.ts';
import { addNote, changeStatus, readNote } from '#server/leads/change.ts';
import { eraseLead } from '#server/leads/erase.ts';
import { readableLine } from '#server/leads/readable.ts';
import { configuredChannels } from '#server/outbox/channel.ts';
import { cutText } from '#server/outbox/cut-text.ts';
import { resendLead } from '#server/outbox/queue.ts';
import { remainsOf } from '#server/telegram/messages.ts';
import { type Command, CommandError, flagOption, oneOf, requireLead, textOption } from './command.ts';

function parseChange(args: string[]) {
  const { values, positionals } = parseArgs({ args, options: { as: textOption }, allowPositionals: true });
  const [ref, ...words] = positionals;
  const who = readableLine(values.as ?? '') || userInfo().username;
  return { ref: ref === undefined ? [] : [ref], words, who: cutText(who, personNameLimit) };
}

export const note: Command = async (args, { db, print }) => {
  const { ref, words, who } = parseChange(args);
  const lead = await requireLead(db, ref);
  const noteText = readNote(words.join(' '));
  if (noteText === null)
    throw new CommandError(
      `A note must have 1 to ${noteLimit} characters, for example: note ${lead.ref} "Called, wants Italy".`,
    );
  await addNote(db, lead.ref, noteText, { who });
  await print(`Note added to ${lead.ref} by ${who}.\n`);
};

export const status: Command = async (args, { db, print }) => {
  const { ref, words, who } = parseChange(args);
  const lead = await requireLead(db, ref);
  const to = oneOf('The status', words.join(' '), leadStatuses) ?? lead.status;
  if (lead.status === to) return print(`${lead.ref} is already ${to}.\n`);
  const changed = await changeStatus(db, lead.ref, { from: lead.status, to }, { who });
  if (!changed.ok) throw new CommandError(`Nothing was changed: somebody else has just changed ${lead.ref}.`);
  await print(`${lead.ref} is now ${to} (was ${lead.status}).\n`);
};

export const resend: Command = async (args, { db, config, print }) => {
  const { ref, words, who } = parseChange(args);
  const lead = await requireLead(db, [...ref, ...words]);
  const channels = configuredChannels(config);
  if (channels.length === 0)
    throw new CommandError('No channel is configured, so there is nowhere to send it.');
  await resendLead(db, lead.ref, channels, { who });
  await print(`${lead.ref} will be sent again to ${channels.join(', ')} as soon as the server is running.\n`);
};

export const erase: Command = async (args, { db, config, print, confirm }) => {
  const { values, positionals } = parseArgs({
    args,
    options: { yes: { ...flagOption, short: 'y' } },
    allowPositionals: true,
  });
  const lead = await requireLead(db, positionals);
  if (!values.yes) {
    if (!confirm)
      throw new CommandError(
        `Nothing was erased: there is no terminal to confirm on. To confirm, use: erase ${lead.ref} --yes`,
      );
    const person = `${readableLine(lead.name)}, ${readableLine(lead.phone)}`;
    if (!(await confirm(`Permanently erase ${lead.ref} (${person})?`))) return print('Nothing was erased.\n');
  }
  await eraseLead(db, lead.ref);
  const isInTelegram = (await remainsOf(db, lead.ref)) !== 'none';
  await print(
    [
      `${lead.ref} was erased.`,
      ...(isInTelegram ? [config.telegram ? deletedLater : deletedByHand] : []),
      'Emails already delivered and existing backups still contain it.\n',
    ].join(' '),
  );
};

const deletedLater = 'The server or worker will remove it from Telegram.';
const deletedByHand =
  'A message or file in Telegram may still show it and cannot be removed by the bot: delete it there by hand.';
