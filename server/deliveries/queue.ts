import { StoreUnavailable } from '../store/store.ts';
import { Alarm } from './alarm.ts';
import { attempt } from './attempt.ts';
import { kindOf, type Log, type Sender, type SendResult } from './channel.ts';
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.ts';
import { retryDelayMs, silenceMs, type Timing } from './timing.ts';

/** One claim in so many takes what has waited longest. */
const oldestEvery = 10;

/**
 * Sends the leads of one channel, one after the other, until stopped. All state is in the store: a delivery is
 * leased, attempted and its end written down. A process that dies in between leaves a lease that runs out, and
 * the lead is sent again: at least once, and by one process at a time.
 */
export class Queue {
  readonly #store: DeliveryStore;
  readonly #sender: Sender;
  readonly #log: Log;
  readonly #timing: Timing;
  readonly #alarm = new Alarm();
  readonly #abandon = new AbortController();
  readonly #ended: Promise<void>;
  #stopping = false;
  #storeDown = false;
  /** By the monotonic clock: the wall clock jumps, and a channel must not be silent for a day because of it. */
  #silentUntil = 0;
  #claims = 0;

  constructor(store: DeliveryStore, sender: Sender, log: Log, timing: Timing) {
    this.#store = store;
    this.#sender = sender;
    this.#log = log;
    this.#timing = timing;
    this.#ended = this.#run();
  }

  /** A lead was stored: do not wait for the next look. */
  wake(): void {
    this.#alarm.wake();
  }

  /** Something arrived there: the silence it asked for is over. */
  endSilence(): void {
    this.#silentUntil = 0;
    this.#alarm.wake();
  }

  /** The attempt under way may finish within the grace time; what it leaves undone is done after the next start. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.wake();
    const timer = setTimeout(() => this.#abandon.abort(), this.#timing.stopGraceMs);
    await this.#ended;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const silence = this.#silentUntil - performance.now();
      if (silence > 0) {
        await this.#alarm.sleep(silence);
        continue;
      }
      try {
        await this.#store.enrol([this.#sender.channel]);
        const worked = await this.#deliverNext();
        this.#storeIsBack();
        if (!worked) await this.#alarm.sleep(this.#timing.pollMs);
      } catch (error) {
        await this.#waitForStore(error);
      }
    }
  }

  /** One at a time: a process that dies strands one lead, and Telegram allows a chat about one message a second. */
  async #deliverNext(): Promise<boolean> {
    const { channel } = this.#sender;
    const attemptMs = this.#timing.attemptMs[kindOf(channel)];
    const leaseMs = attemptMs + this.#timing.leaseMarginMs;
    // Newest first, yet a flood of new leads must not keep the old ones waiting for ever.
    const end = (this.#claims + 1) % oldestEvery === 0 ? 'oldest' : 'newest';
    const [delivery] = await this.#store.claim(channel, 1, leaseMs, end);
    if (!delivery) return false;
    this.#claims++;
    const result = await attempt(this.#sender, delivery.lead, attemptMs, this.#abandon.signal);
    if (result) await this.#record(delivery, result);
    return true;
  }

  async #record(delivery: ClaimedDelivery, result: SendResult): Promise<void> {
    const about = { channel: delivery.channel, ref: delivery.lead.ref, attempt: delivery.attempts + 1 };
    if (result.ok) {
      await this.#write(() => this.#store.succeeded(delivery));
      this.#log.info(about, 'Lead delivered');
      return;
    }
    const { error, retryAfterMs, ofLead } = result;
    // Asked of us, not of this lead: the others would be turned away as well.
    if (retryAfterMs !== undefined) this.#silentUntil = performance.now() + silenceMs(retryAfterMs);
    const retryInMs = retryDelayMs(this.#timing, about.attempt, retryAfterMs);
    const counts = await this.#write(() => this.#store.failed(delivery, error, retryInMs, ofLead));
    if (!counts)
      this.#log.warn({ ...about, error }, 'Lead not delivered; it was resent or erased in the meantime');
    else if (retryInMs === null)
      this.#log.error(
        { ...about, error },
        `Lead not delivered, no attempts left. To retry: npm run -s leads -- resend ${about.ref}`,
      );
    else {
      const nextAttemptAt = new Date(Date.now() + retryInMs);
      this.#log.warn({ ...about, error, nextAttemptAt }, 'Lead not delivered, will retry');
    }
  }

  /** What happened is not forgotten because the store is away: without the record the lead would be sent twice. */
  async #write(change: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      try {
        const counts = await change();
        this.#storeIsBack();
        return counts;
      } catch (error) {
        if (this.#stopping || !(error instanceof StoreUnavailable)) throw error;
        await this.#waitForStore(error);
      }
    }
  }

  async #waitForStore(error: unknown): Promise<void> {
    if (!this.#storeDown)
      this.#log.error(
        { channel: this.#sender.channel, error: String(error) },
        'Delivery paused: database unavailable',
      );
    this.#storeDown = true;
    if (!this.#stopping) await this.#alarm.sleep(this.#timing.storeWaitMs);
  }

  #storeIsBack(): void {
    if (this.#storeDown) this.#log.info({ channel: this.#sender.channel }, 'Delivery resumed');
    this.#storeDown = false;
  }
}
