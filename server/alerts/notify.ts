import type { Db } from '../db/db.ts';
import { type Channel, type Notice, reachesPeople } from '../outbox/channel.ts';
import { enqueue } from '../outbox/queue.ts';

export async function notify(
  db: Db,
  channels: readonly Channel[],
  key: string,
  notice: Notice,
): Promise<void> {
  for (const channel of channels.filter(reachesPeople))
    await enqueue(db, { kind: 'notice', key: `${key}:${channel}`, channel, payload: notice });
}
