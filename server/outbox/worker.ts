import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { leadById } from '../leads/find.ts';
import type { Lead } from '../leads/lead.ts';
import { type Attempt, kindOf, type Log, type Notice, type Sender, type SendResult } from './channel.ts';
import { channelFailed, channelWorked } from './channel-state.ts';
import { describeError } from './errors.ts';
import {
  claim,
  enqueueNewLeads,
  enqueueRecentLeads,
  type Item,
  markDone,
  markFailed,
  release,
} from './queue.ts';
import { pauseMs, retryDelayMs, type Timing, usualTiming } from './timing.ts';

/** What sends the messages of one channel. */
export type Handler = {
  channel: string;
  secrets: readonly string[];
  attemptMs: number;
  /** `lead` is null when the message has none. */
  send(item: Item, lead: Lead | null, attempt: Attempt): Promise<SendResult>;
  /** Logged when no attempt is left. */
  givenUp(item: Item, lead: Lead | null): string;
  /** Whether its failures make a channel of leads fail. */
  isChannel: boolean;
};

export type Outbox = {
  /** Looks for new messages at once. */
  wake(): void;
  /** Something else arrived by this channel, such as a test message: what waits for it is sent at once. */
  worked(channel: string): Promise<void>;
  stop(): Promise<void>;
};

export const handlerOf = (sender: Sender, timing: Timing = usualTiming): Handler => ({
  channel: sender.channel,
  secrets: sender.secrets,
  attemptMs: timing.attemptMs[kindOf(sender.channel)],
  isChannel: true,
  async send({ kind, payload }, lead, attempt) {
    if (kind === 'notice') return sender.sendNotice(JSON.parse(payload ?? ''), attempt);
    // The lead was erased after the message was claimed.
    if (!lead) return { ok: true };
    if (kind === 'reminder') return sender.sendReminder(lead, JSON.parse(payload ?? ''), attempt);
    return sender.sendLead(lead, attempt);
  },
  givenUp: ({ kind }, lead) =>
    kind === 'lead'
      ? `Lead not delivered, no attempts left. To retry: npm run -s leads -- resend ${lead?.ref}`
      : 'Not delivered, no attempts left',
});

/** One message in so many is the oldest, so that a flood of new leads cannot keep old ones waiting for ever. */
const oldestEvery = 10;

/** Sends what is in the outbox, each channel by itself, and puts new leads into it. Delivery is at least once. */
export async function startOutbox({
  db,
  channels,
  handlers,
  log,
  timing = usualTiming,
}: {
  db: Db;
  /** The channels that leads go to. */
  channels: readonly string[];
  handlers: readonly Handler[];
  log: Log;
  timing?: Timing;
}): Promise<Outbox> {
  if (channels.length === 0)
    log.warn(
      'No delivery channel is configured: leads are stored, but nobody is notified. Set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID, SMTP_URL or WEBHOOK_URL.',
    );
  for (const channel of channels) await enqueueRecentLeads(db, channel);

  const stopping = new AbortController();
  const abandon = new AbortController();
  const pausedUntil = new Map<string, number>();
  const bells = new Map<string, Bell>();

  /** Repeats `work` until it has nothing left to do, then waits; survives a database that is away. */
  async function loop(name: string, work: () => Promise<boolean>): Promise<void> {
    const bell = new Bell();
    bells.set(name, bell);
    let isDown = false;
    while (!stopping.signal.aborted) {
      try {
        const worked = await work();
        if (isDown) log.info({ channel: name }, 'Delivery resumed');
        isDown = false;
        if (!worked) await bell.wait(timing.pollMs);
      } catch (error) {
        if (!isDown)
          log.error({ channel: name, error: String(error) }, 'Delivery paused: database unavailable');
        isDown = true;
        await bell.wait(timing.databaseWaitMs);
      }
    }
  }

  async function sweep(): Promise<boolean> {
    const found = await enqueueNewLeads(db, channels);
    if (found > 0) for (const channel of channels) bells.get(channel)?.ring();
    return found > 0;
  }

  function sendNext(handler: Handler): () => Promise<boolean> {
    const { channel, attemptMs } = handler;
    let claims = 0;
    return async () => {
      if ((pausedUntil.get(channel) ?? 0) > performance.now()) return false;
      const first = ++claims % oldestEvery === 0 ? 'oldest' : 'newest';
      const item = await claim(db, channel, attemptMs + timing.leaseMarginMs, first);
      if (!item) return false;
      await send(handler, item);
      return true;
    };
  }

  async function send(handler: Handler, item: Item): Promise<void> {
    const lead = item.lead_id === null ? null : await leadById(db, item.lead_id);
    const result = await withTimeLimit(handler.attemptMs, abandon.signal, (signal) =>
      handler.send(item, lead, { key: item.key, signal }),
    );
    if (!result) await release(db, item).catch(() => {});
    else if (result.ok) await recordSuccess(handler, item, lead);
    else await recordFailure(handler, item, lead, result);
  }

  async function recordSuccess({ channel, isChannel }: Handler, item: Item, lead: Lead | null) {
    await persist(() => markDone(db, item));
    if (isChannel && (await channelWorked(db, channel))) bells.get(channel)?.ring();
    if (item.kind === 'lead')
      log.info({ channel, ref: lead?.ref, attempt: item.attempts + 1 }, 'Lead delivered');
  }

  async function recordFailure(
    handler: Handler,
    item: Item,
    lead: Lead | null,
    result: Exclude<SendResult, { ok: true }>,
  ): Promise<void> {
    const { channel, secrets, isChannel } = handler;
    const { retryAfterMs, rejected = false, final = false } = result;
    const error = describeError(result.error, secrets, lead ?? undefined);
    const attempt = item.attempts + 1;
    if (retryAfterMs !== undefined) pausedUntil.set(channel, performance.now() + pauseMs(retryAfterMs));
    const retryInMs = final ? null : retryDelayMs(timing, attempt, retryAfterMs);
    const recorded = await persist(() => markFailed(db, item, error, retryInMs));
    if (isChannel && !rejected) await channelFailed(db, channel, error);
    const about = { channel, ...(lead && { ref: lead.ref }), message: item.kind, attempt, error };
    if (!recorded) log.warn(about, 'Not delivered; it was sent again or erased meanwhile');
    else if (retryInMs !== null)
      log.warn({ ...about, nextAttemptAt: new Date(Date.now() + retryInMs) }, 'Not delivered, will retry');
    else log.error(about, handler.givenUp(item, lead));
  }

  /** Without the record a message would be sent twice, so this waits for the database. */
  async function persist<Result>(write: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (stopping.signal.aborted || !(error instanceof DatabaseUnavailable)) throw error;
        await new Bell().wait(timing.databaseWaitMs);
      }
    }
  }

  const loops = [
    loop('new leads', sweep),
    ...handlers.map((handler) => loop(handler.channel, sendNext(handler))),
  ];
  const ringAll = () => {
    for (const bell of bells.values()) bell.ring();
  };
  return {
    wake: ringAll,
    async worked(channel) {
      await channelWorked(db, channel);
      pausedUntil.delete(channel);
      bells.get(channel)?.ring();
    },
    async stop() {
      stopping.abort();
      ringAll();
      const timer = setTimeout(() => abandon.abort(), timing.stopGraceMs);
      await Promise.all(loops);
      clearTimeout(timer);
    },
  };
}

/** Sends a notice whose result somebody waits for, such as a sign-in code. Its code appears in no error. */
export async function sendNow(
  sender: Sender,
  notice: Notice,
  timing: Timing = usualTiming,
): Promise<SendResult> {
  const result = (await withTimeLimit(
    timing.attemptMs[kindOf(sender.channel)],
    new AbortController().signal,
    (signal) => sender.sendNotice(notice, { key: randomUUID(), signal }),
  )) as SendResult;
  if (result.ok) return result;
  const secrets = [...sender.secrets, ...(notice.code ? [notice.code] : [])];
  return { ...result, error: describeError(result.error, secrets) };
}

/** Null when `abandon` ended the attempt: nobody knows whether it arrived, so it is sent again. */
async function withTimeLimit(
  limitMs: number,
  abandon: AbortSignal,
  send: (signal: AbortSignal) => Promise<SendResult>,
): Promise<SendResult | null> {
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([limit, abandon]);
  // A sender that ignores the signal must not hold up its channel.
  const ended = new Promise<'ended'>((resolve) => {
    signal.addEventListener('abort', () => resolve('ended'));
    if (signal.aborted) resolve('ended');
  });
  const sent = send(signal).catch((error: unknown): SendResult => {
    if (error instanceof DatabaseUnavailable) throw error;
    return { ok: false, error: String(error) };
  });
  const result = await Promise.race([sent, ended]);
  if (result !== 'ended' && result.ok) return result;
  if (abandon.aborted) return null;
  if (result === 'ended' || limit.aborted) return { ok: false, error: `no answer within ${limitMs} ms` };
  return result;
}

/** A wait that can be cut short. A ring while nobody waits cuts the next wait short. */
class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  async wait(ms: number): Promise<void> {
    if (!this.#rung)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, ms).unref();
      });
    this.#rung = false;
    this.#wake = null;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }
}
