import { parseArgs } from 'node:util';
import type { LeadDelivery, LeadEvent } from '#contract/inbox.ts';
import { tashkentMinute } from '#contract/tashkent-time.ts';
import { readableLine, readableText } from '#server/leads/readable.ts';
import { deliveriesOf } from '#server/outbox/channel-state.ts';
import { type Command, requireLead } from './command.ts';

export const show: Command = async (args, { db, print }) => {
  const lead = await requireLead(db, parseArgs({ args, allowPositionals: true }).positionals);
  const deliveries = await deliveriesOf(db, lead.id);
  const lines = [
    `Reference  ${lead.ref}`,
    `Received   ${minute(lead.createdAt)} (Tashkent time)`,
    `Name       ${readableLine(lead.name)}`,
    `Phone      ${readableLine(lead.phone)}`,
    `Email      ${readableLine(lead.email ?? '–')}`,
    `Language   ${readableLine(lead.language ?? '–')}`,
    `Source     ${readableLine([lead.source, lead.campaign].filter(Boolean).join(', ') || '–')}`,
    `Status     ${lead.status}${lead.spam ? ', spam' : ''}`,
    '',
    'Message',
    // Indented, so that no line of the message looks like one of ours.
    ...indented(lead.message),
    '',
    'Deliveries',
    ...(deliveries.length > 0 ? deliveries.map(deliveryLine) : ['  none yet']),
    '',
    'History',
    ...(lead.events.length > 0 ? lead.events.flatMap(eventLines) : ['  none yet']),
  ];
  await print(`${lines.join('\n')}\n`);
};

function deliveryLine(delivery: LeadDelivery): string {
  const { channel, state, attempts, nextAttemptAt, deliveredAt, lastError } = delivery;
  const outcome = {
    delivered: `delivered ${deliveredAt ? minute(deliveredAt) : ''}`,
    pending: `queued, attempts ${attempts}, next ${nextAttemptAt ? minute(nextAttemptAt) : ''}`,
    dead: `not delivered, attempts ${attempts}`,
  }[state];
  return `  ${channel}: ${outcome}${lastError ? `: ${readableLine(lastError)}` : ''}`;
}

function eventLines(event: LeadEvent): string[] {
  const line = (text: string) => `  ${minute(event.at)}  ${readableLine(event.who)}: ${readableLine(text)}`;
  switch (event.kind) {
    case 'corrected':
      return event.corrections.map(({ field, from, to }) => line(`${field}: ${from ?? '–'} → ${to ?? '–'}`));
    case 'status':
      return [line(`${event.from} → ${event.to}`)];
    case 'note':
      return [line('note'), ...indented(event.text)];
    case 'spam':
      return [line(event.spam ? 'spam' : 'not spam')];
    case 'resend':
      return [line('sent again')];
    case 'remind':
      return [line(event.remindAt ? `reminder for ${minute(event.remindAt)}` : 'reminder removed')];
    default:
      // "note-removed"
      return [line(event.kind.replace('-', ' '))];
  }
}

const minute = (time: string) => tashkentMinute(new Date(time));
const indented = (text: string) => readableText(text).replace(/^/gm, '    ').split('\n');
