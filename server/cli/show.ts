import type { LeadDelivery, LeadEvent } from '../../contract/inbox.ts';
import { tashkentMinute } from '../../contract/tashkent-time.ts';
import { getLead } from '../leads/find.ts';
import { readableLine, readableText } from '../leads/readable.ts';
import { type Command, noSuchLead } from './command.ts';

export const show: Command = {
  options: {},
  prepare(typed) {
    const ref = typed.ref();

    return async ({ db, print }) => {
      const lead = await getLead(db, ref);
      if (!lead) throw noSuchLead(ref);
      const { deliveries, events } = lead;
      const longest = Math.max(...deliveries.map(({ channel }) => channel.length));
      await print(
        [
          `Reference  ${lead.ref}`,
          `Received   ${minute(lead.createdAt)} (Tashkent time)`,
          `Name       ${readableLine(lead.name)}`,
          `Phone      ${readableLine(lead.phone)}`,
          `E-mail     ${readableLine(lead.email ?? '–')}`,
          `Language   ${readableLine(lead.language ?? '–')}`,
          `Source     ${readableLine([lead.source, lead.campaign].filter(Boolean).join(', ') || '–')}`,
          `Status     ${lead.status}`,
          ...(lead.spam ? ['Spam       suspected'] : []),
          '',
          'Message',
          // Indented, so that no line of it can pass for one of ours.
          ...indented(lead.message, '  '),
          '',
          'Deliveries',
          ...(deliveries.length > 0
            ? deliveries.map((delivery) => deliveryLine(delivery, longest))
            : ['  none yet']),
          '',
          'History',
          ...(events.length > 0 ? events.flatMap(eventLines) : ['  none yet']),
          '',
        ].join('\n'),
      );
    };
  },
};

function deliveryLine(delivery: LeadDelivery, width: number): string {
  const { channel, state, attempts, nextAttemptAt, deliveredAt, lastError } = delivery;
  const outcome = {
    delivered: `delivered ${deliveredAt ? minute(deliveredAt) : ''}`,
    pending: `pending after ${times(attempts)}, next ${nextAttemptAt ? minute(nextAttemptAt) : ''}`,
    dead: `failed after ${times(attempts)}`,
  }[state];
  return `  ${channel.padEnd(width)}  ${outcome}${lastError ? `: ${readableLine(lastError)}` : ''}`;
}

function eventLines(event: LeadEvent): string[] {
  const when = `  ${minute(event.at)}  ${readableLine(event.who)}: `;
  switch (event.kind) {
    case 'status':
      return [`${when}${event.from} → ${event.to}`];
    case 'note':
      return [`${when}note`, ...indented(event.text, '    ')];
    case 'spam':
      return [`${when}${event.spam ? 'spam' : 'not spam'}`];
    case 'resend':
      return [`${when}sent again`];
    case 'remind':
      return [`${when}${event.remindAt ? `reminder for ${minute(event.remindAt)}` : 'reminder removed'}`];
  }
}

const minute = (time: string) => tashkentMinute(new Date(time));

const indented = (text: string, indent: string) =>
  readableText(text)
    .split('\n')
    .map((line) => `${indent}${line}`);

const times = (attempts: number) => `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
