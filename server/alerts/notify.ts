import type { Config } from '#server/config/config.ts';
import type { Db, Queries } from '#server/db/db.ts';
import type { Channel, StaffMessage, StaffMessageFormat } from '#server/outbox/channel.ts';
import { enqueue } from '#server/outbox/queue.ts';
import type { Log } from '#server/runtime/log.ts';

export type AlertOptions = Pick<Config, 'digest' | 'remindAfter'> &
  StaffMessageFormat & { db: Db; channels: readonly Channel[]; log: Log };

export async function notify(
  db: Queries,
  channels: readonly Channel[],
  key: string,
  message: StaffMessage & { incident?: string },
): Promise<void> {
  for (const channel of channels)
    await enqueue(db, { kind: 'staff', key: `${key}:${channel}`, channel, payload: message });
}
