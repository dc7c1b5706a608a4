import type { Queries } from '#server/db/db.ts';
import type { Channel, StaffMessage } from '#server/outbox/channel.ts';
import { enqueue } from '#server/outbox/queue.ts';

export async function notify(
  db: Queries,
  channels: readonly Channel[],
  key: string,
  message: StaffMessage & { incident?: string },
): Promise<void> {
  for (const channel of channels)
    await enqueue(db, { kind: 'staff', key: `${key}:${channel}`, channel, payload: message });
}
