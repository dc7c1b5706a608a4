import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/db.ts';
import { findLeadById } from '#server/leads/find.ts';
import type { Lead } from '#server/leads/lead.ts';
import { errorDetails, type Log } from '#server/runtime/log.ts';
import { repeat } from '#server/runtime/repeat.ts';
import type { OutboxMessage, Sender, StaffMessage } from './channel.ts';
import { channelFailed, channelWorked, isFailing } from './channel-state.ts';
import { describeError, Gone, RateLimited, Rejected } from './errors.ts';
import { findIncident } from './incidents.ts';
import {
  claim,
  claimEarly,
  drop,
  enqueueLeads,
  type Item,
  markDone,
  markFailed,
  refIn,
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
/** Further attempts, after outages of the channel, do not end a message earlier than this. */
const patienceMs = 72 * hour;
/** For a whole attempt, connecting included. */
const attemptMs = 45 * second;
/** While a channel is failing, one waiting message is tried this often, to notice when it works again. */
const probeMs = 5 * minute;
/** A channel that has asked to wait for longer is failing. */
const busyMs = 15 * minute;
/** How often to look for new leads of a Supabase project and for due retries. */
const pollMs = 2 * second;
const stopGraceMs = 5 * second;

export type Outbox = ReturnType<typeof startOutbox>;

/** Enqueues leads and sends every message in the outbox at least once. A slow channel delays no other. */
export function startOutbox(db: Db, senders: readonly Sender[], log: Log) {
  const channels = senders.map(({ channel }) => channel);
  if (channels.length === 0)
    log.warn(
      'No delivery channel is configured: leads are stored, but nobody is notified. Set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID, SMTP_URL or WEBHOOK_URL.',
    );

  const loop = (work: () => Promise<boolean>) =>
    repeat(
      async (stopping) => {
        try {
          while (!stopping.aborted && (await work()));
        } catch (error) {
          log.throttled.error(errorDetails(error), 'Delivery paused');
        }
      },
      () => pollMs,
    );

  async function enqueueMissing(): Promise<boolean> {
    const found = await enqueueLeads(db, channels);
    if (found > 0) wake();
    return found > 0;
  }

  const triedAt = new Map<string, number>();
  const limitedUntil = new Map<string, number>();

  async function claimProbe(channel: string): Promise<Item | undefined> {
    const isProbeDue = Date.now() - (triedAt.get(channel) ?? 0) >= probeMs;
    return isProbeDue && (await isFailing(db, channel)) ? claimEarly(db, channel) : undefined;
  }

  async function sendNext(sender: Sender): Promise<boolean> {
    const { channel } = sender;
    if (Date.now() < (limitedUntil.get(channel) ?? 0)) return false;
    const due = await claim(db, channel);
    const item = due ?? (await claimProbe(channel));
    if (!item) return false;
    const message = await messageOf(db, item);
    if (!message) {
      await drop(db, item);
      return true;
    }
    triedAt.set(channel, Date.now());
    const error = await attempt(sender, message);
    const lead = message.kind === 'staff' ? null : message.lead;
    if (!error) await recordSuccess(item, channel, lead);
    else if (error instanceof RateLimited) {
      limitedUntil.set(channel, Date.now() + error.retryAfterMs);
      if (Date.now() - Date.parse(item.queued_at) > busyMs) await channelFailed(db, channel, error.message);
      await releaseLease(db, item);
    } else if (!due) await releaseLease(db, item);
    else await recordFailure(sender, item, lead, error);
    return true;
  }

  async function recordSuccess(item: Item, channel: string, lead: Lead | null): Promise<void> {
    await markDone(db, item);
    await channelWorked(db, channel);
    const about = { channel, ref: lead?.ref, attempt: item.attempts + 1 };
    if (item.kind === 'lead') log.info(about, 'Lead delivered');
  }

  async function recordFailure({ channel, secrets }: Sender, item: Item, lead: Lead | null, thrown: Error) {
    const { kind, attempts, queued_at } = item;
    const error = describeError(thrown, secrets, lead);
    const refused = thrown instanceof Rejected;
    const isOver = attempts >= retryDelaysMs.length && Date.now() - Date.parse(queued_at) >= patienceMs;
    const isLast = isOver || thrown instanceof Gone;
    const retryInMs = isLast ? undefined : (retryDelaysMs[attempts] ?? retryDelaysMs.at(-1));
    await markFailed(db, item, error, { retryInMs, refused });
    if (!refused) await channelFailed(db, channel, error);
    const about = { channel, ref: lead?.ref, message: kind, attempt: attempts + 1, error };
    if (!isLast) return log.warn(about, 'Not delivered, will retry');
    const hint = kind === 'lead' ? `. To retry: npm run -s leads -- resend ${lead?.ref}` : '';
    log.error(about, `Not delivered, no attempts left${hint}`);
  }

  const loops = [loop(enqueueMissing), ...senders.map((sender) => loop(() => sendNext(sender)))];
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

/** Null for a message that is no longer true: nobody should be reminded of a lead that was answered meanwhile. */
async function messageOf(db: Db, item: Item): Promise<OutboxMessage | null> {
  const { key } = item;
  switch (item.kind) {
    case 'lead': {
      const lead = await findLeadById(db, item.lead_id);
      return lead && { kind: 'lead', key, lead };
    }
    case 'reminder': {
      const { at, ...reminder } = item.payload;
      const lead = await findLeadById(db, item.lead_id);
      const isTrue = at === null ? lead?.status === 'new' : lead?.remindAt === at;
      return lead && isTrue && !lead.spam ? { kind: 'reminder', key, lead, ...reminder } : null;
    }
    case 'event': {
      const { lead_id, queued_at: at } = item;
      const lead = lead_id === null ? null : await findLeadById(db, lead_id);
      return lead_id === null || lead ? { kind: 'event', key, ref: refIn(key), lead, at } : null;
    }
    case 'staff': {
      const { incident, ...message } = item.payload;
      return incident && !(await findIncident(db, incident)) ? null : { kind: 'staff', key, ...message };
    }
  }
}

/** Returns the error, or null when the service accepted the message. */
async function attempt(sender: Sender, message: OutboxMessage): Promise<Error | null> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${attemptMs} ms`)), attemptMs);
  try {
    await Promise.race([sender.send(message), limit.promise]);
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    clearTimeout(timer);
  }
}

const maxWaitMs = 30 * second;

/** Sends a message without the outbox. Returns the error, or null when the message was sent. */
export async function sendNow(sender: Sender, content: StaffMessage): Promise<string | null> {
  const message: OutboxMessage = { kind: 'staff', key: randomUUID(), ...content };
  let error = await attempt(sender, message);
  if (error instanceof RateLimited && error.retryAfterMs <= maxWaitMs) {
    await sleep(error.retryAfterMs);
    error = await attempt(sender, message);
  }
  return error && describeError(error, [...sender.secrets, ...(content.code ? [content.code] : [])]);
}
