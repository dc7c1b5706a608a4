import { statSync } from 'node:fs';
import type { Log } from './deliveries/channel.ts';
import { usualTiming } from './deliveries/timing.ts';
import type { Channel, Store } from './store/store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** How often to look whether an erasure is to be finished. */
const lookMs = hourMs / 6;

/** A lead is not erased while it may still be on its way: ten attempts take a little more than three days. */
export const leastRetentionDays = Math.ceil(
  usualTiming.retryDelaysMs.reduce((sum, delay) => sum + delay, 0) / dayMs,
);

/** When this program came onto the machine: no right clock shows an earlier time. */
const installedAt = statSync(import.meta.filename).mtime;

type Dependencies = {
  store: Store;
  /** Null: leads are kept. */
  days: number | null;
  /** The channels that are configured: what is still to go out by them is not erased. */
  channels: readonly Channel[];
  log: Log;
  installed?: Date;
};

/**
 * Erases leads older than so many days, at the start and every day after it, and sees to it that nothing of an
 * erased lead, whoever erased it, is left in the files.
 */
export function startRetention({ store, days, channels, log, installed = installedAt }: Dependencies): {
  stop(): Promise<void>;
} {
  const clock = new ClockWatch();
  let eraseAt = Number.NEGATIVE_INFINITY;
  let tracesLeft = false;
  let timer: NodeJS.Timeout;
  let stopped = false;
  let round = run();

  async function run(): Promise<void> {
    if (days !== null && performance.now() >= eraseAt) eraseAt = performance.now() + (await erase(days));
    await clearTraces();
    if (stopped) return;
    timer = setTimeout(() => {
      round = run();
    }, lookMs);
    timer.unref();
  }

  /** Answers when to erase again. */
  async function erase(days: number): Promise<number> {
    try {
      const now = new Date();
      const known = await store.knownTime();
      // Without a lead there is nothing to lose.
      const latest = known === null ? now : new Date(Math.max(known.getTime(), installed.getTime()));
      if (!clock.believes(now, latest)) {
        log.error(
          { clock: now, latest, days },
          'The clock is far ahead of everything known here: no lead is erased. Set it; if it is right, wait a week',
        );
        return dayMs;
      }
      await store.rememberTime(now);
      // A worker that was off for long finds leads nobody was told of: from here on they are pending.
      await store.enrolDeliveries(channels);
      const erased = await store.eraseLeadsBefore(new Date(now.getTime() - days * dayMs), channels);
      if (erased > 0) log.info({ erased, days }, 'Leads past their time were erased');
      return dayMs;
    } catch (error) {
      log.error(
        { error: String(error) },
        'Leads past their time could not be erased; trying again in an hour',
      );
      return hourMs;
    }
  }

  async function clearTraces(): Promise<void> {
    try {
      await store.clearTraces();
      if (tracesLeft) log.info('Nothing of the erased leads is left in the files');
      tracesLeft = false;
    } catch (error) {
      if (!tracesLeft)
        log.warn({ error: String(error) }, 'Erased leads can still be read in the files; trying again');
      tracesLeft = true;
    }
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/**
 * Leads erased by a wrong clock do not come back. So a clock more than a week ahead of the latest time known is
 * believed only after it was seen going on evenly for a week: a wrong one is noticed by then, and a machine that
 * was off for a month erases a week late.
 */
class ClockWatch {
  #since: { clock: number; monotonic: number } | null = null;

  believes(now: Date, latest: Date): boolean {
    const clock = now.getTime();
    const monotonic = performance.now();
    if (clock - latest.getTime() <= weekMs) {
      this.#since = null;
      return true;
    }
    const drift = this.#since ? clock - this.#since.clock - (monotonic - this.#since.monotonic) : Infinity;
    if (this.#since === null || Math.abs(drift) > hourMs) this.#since = { clock, monotonic };
    return monotonic - this.#since.monotonic >= weekMs;
  }
}
