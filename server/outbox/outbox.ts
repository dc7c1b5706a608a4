import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/db.ts';
import { findLeadById } from '#server/leads/find.ts';
import type { Lead } from '#server/leads/lead.ts';
import { throttledLog } from '#server/runtime/log.ts';
import { repeat } from '#server/runtime/repeat.ts';
import type { Log, OutboxMessage, Sender, StaffMessage, TelegramChange } from './channel.ts';
import { channelFailed, channelWorked, isFailing } from './channel-state.ts';
import { describeError, Rejected } from './errors.ts';
import {
  claim,
  claimEarly,
  enqueueNewLeads,
  enqueueRecentLeads,
  type Item,
  markDone,
  markFailed,
  releaseLease,
} from './queue.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits between ten attempts, 75 hours in all: a channel may be down over a long weekend. */
// biome-ignore format: one sequence
const retryDelaysMs = [
  5 * second, 5 * minute, 30 * minute,
  2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour,
];
/** While a channel is failing, one waiting message is tried this often, to notice when it works again. */
const probeMs = 5 * minute;
/** How often to look for new leads of a Supabase project and for due retries. */
const pollMs = 2 * second;
const stopGraceMs = 5 * second;

export type Outbox = ReturnType<typeof startOutbox>;

/** Enqueues new leads and sends every message in the outbox at least once. A slow channel delays no other. */
export function startOutbox(db: Db, senders: readonly Sender[], log: Log) {
  const channels = senders.map(({ channel }) => channel);
  if (channels.length === 0)
    log.warn(
      'No delivery channel is configured: leads are stored, but nobody is notified. Set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID, SMTP_URL or WEBHOOK_URL.',
    );

  const throttled = throttledLog(log);
  const loop = (work: () => Promise<boolean>) =>
    repeat(
      async (stopping) => {
        try {
          while (!stopping.aborted && (await work()));
        } catch (error) {
          throttled.error({ error: String(error) }, 'Delivery paused');
        }
      },
      () => pollMs,
    );

  const addedChannels = [...channels];
  async function enqueueNew(): Promise<boolean> {
    for (; addedChannels[0]; addedChannels.shift()) await enqueueRecentLeads(db, addedChannels[0]);
    const found = await enqueueNewLeads(db, channels);
    if (found > 0) wake();
    return found > 0;
  }

  const triedAt = new Map<string, number>();
  async function claimProbe(channel: string): Promise<Item | undefined> {
    const isProbeDue = Date.now() - (triedAt.get(channel) ?? 0) >= probeMs;
    return isProbeDue && (await isFailing(db, channel)) ? claimEarly(db, channel) : undefined;
  }

  async function sendNext(sender: Sender): Promise<boolean> {
    const due = await claim(db, sender.channel);
    const item = due ?? (await claimProbe(sender.channel));
    if (!item) return false;
    triedAt.set(sender.channel, Date.now());
    const lead = item.lead_id === null ? null : await findLeadById(db, item.lead_id);
    const error = await transmit(sender, item, lead).then(
      () => null,
      (error: Error) => error,
    );
    if (error && !due) await releaseLease(db, item);
    else if (error) await recordFailure(sender, item, lead, error);
    else await recordSuccess(item, sender.channel, lead);
    return true;
  }

  async function recordSuccess(item: Item, channel: string, lead: Lead | null): Promise<void> {
    await markDone(db, item);
    if (isChange(item)) return;
    await channelWorked(db, channel);
    const about = { channel, ref: lead?.ref, attempt: item.attempts + 1 };
    if (item.kind === 'lead') log.info(about, 'Lead delivered');
  }

  async function recordFailure({ channel, secrets }: Sender, item: Item, lead: Lead | null, thrown: Error) {
    const { kind, attempts } = item;
    const error = describeError(thrown, secrets, lead);
    const isRejected = thrown instanceof Rejected;
    const retryInMs = isRejected && isChange(item) ? undefined : retryDelaysMs[attempts];
    await markFailed(db, item, error, retryInMs);
    if (!isRejected && !isChange(item)) await channelFailed(db, channel, error);
    const about = { channel, ref: lead?.ref, message: kind, attempt: attempts + 1, error };
    if (retryInMs !== undefined) return log.warn(about, 'Not delivered, will retry');
    const hint = kind === 'lead' ? `. To retry: npm run -s leads -- resend ${lead?.ref}` : '';
    log.error(about, `Not delivered, no attempts left${hint}`);
  }

  const loops = [loop(enqueueNew), ...senders.map((sender) => loop(() => sendNext(sender)))];
  /** Looks for new messages at once. */
  function wake(): void {
    for (const { wake } of loops) wake();
  }
  return {
    wake,
    async stop() {
      // If an attempt takes longer, its lease expires and the message is sent again.
      await Promise.race([
        Promise.all(loops.map(({ stop }) => stop())),
        sleep(stopGraceMs, undefined, { ref: false }),
      ]);
    },
  };
}

const isChange = ({ kind }: Item) => kind === 'edit' || kind === 'delete';

async function transmit(
  sender: Sender,
  { key, kind, payload, lead_id }: Item,
  lead: Lead | null,
): Promise<void> {
  // The lead was erased after the message was claimed.
  if (lead_id !== null && !lead) return;
  const message = { ...JSON.parse(payload ?? '{}'), key, kind, lead };
  if (kind === 'edit' || kind === 'delete') await sender.change?.(message as TelegramChange);
  else await sender.send(message as OutboxMessage);
}

/** Sends a message without the outbox. Returns the error, or null when the message was sent. */
export async function sendNow(sender: Sender, message: StaffMessage): Promise<string | null> {
  try {
    await sender.send({ kind: 'staff', key: randomUUID(), ...message });
    return null;
  } catch (error) {
    return describeError(error, [...sender.secrets, ...(message.code ? [message.code] : [])]);
  }
}
