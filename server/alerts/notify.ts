import type { Db } from '../db/db.ts';
import { type Channel, type Notice, reachesPeople } from '../outbox/channel.ts';
import { enqueue } from '../outbox/queue.ts';

/** Sends a notice once to each of these channels that people read. */
export async function notify(
  db: Db,
  channels: readonly Channel[],
  key: string,
  notice: Notice,
): Promise<void> {
  for (const channel of channels.filter(reachesPeople))
    await enqueue(db, { key: `${key}:${channel}`, channel, notice });
}
