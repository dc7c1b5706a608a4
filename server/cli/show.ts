import { readableLine, readableText } from '../deliveries/readable.ts';
import { tashkentMinute } from '../deliveries/tashkent-time.ts';
import type { Delivery } from '../store/store.ts';
import { type Command, noSuchLead } from './command.ts';

export const show: Command = {
  options: {},
  prepare(typed) {
    const ref = typed.ref();

    return async ({ store, print }) => {
      const found = await store.findLead(ref);
      if (!found) throw noSuchLead(ref);
      const { lead, deliveries } = found;
      const longest = Math.max(...deliveries.map(({ channel }) => channel.length));
      await print(
        [
          `Reference  ${lead.ref}`,
          `Received   ${tashkentMinute(lead.createdAt)} in Tashkent`,
          `Name       ${readableLine(lead.name)}`,
          `Phone      ${readableLine(lead.phone)}`,
          `E-mail     ${readableLine(lead.email ?? '–')}`,
          `Language   ${readableLine(lead.language ?? '–')}`,
          ...(lead.suspectedSpam ? ['Spam       suspected'] : []),
          '',
          'Message',
          // Indented, so that no line of it can pass for one of ours.
          ...readableText(lead.message)
            .split('\n')
            .map((line) => `  ${line}`),
          '',
          'Deliveries',
          ...(deliveries.length > 0
            ? deliveries.map((delivery) => deliveryLine(delivery, longest))
            : ['  none yet']),
          '',
        ].join('\n'),
      );
    };
  },
};

function deliveryLine(delivery: Delivery, width: number): string {
  const { channel, state, attempts, nextAttemptAt, deliveredAt, lastError } = delivery;
  const told = {
    delivered: `delivered ${deliveredAt ? tashkentMinute(deliveredAt) : ''}`,
    pending: `pending after ${times(attempts)}, next ${nextAttemptAt ? tashkentMinute(nextAttemptAt) : ''}`,
    dead: `dead after ${times(attempts)}`,
  }[state];
  return `  ${channel.padEnd(width)}  ${told}${lastError ? `: ${readableLine(lastError)}` : ''}`;
}

const times = (attempts: number) => `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
