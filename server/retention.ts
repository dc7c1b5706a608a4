import { statSync } from 'node:fs';
import type { Log } from './deliveries/channel.ts';
import { usualTiming } from './deliveries/timing.ts';
import { type Channel, clockToleranceMs, type Store } from './store/store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How often to look whether an erasure is to be finished. */
const lookMs = hourMs / 6;

/** A lead is not erased while it may still be on its way: ten attempts take a little more than three days. */
export const leastRetentionDays = Math.ceil(
  usualTiming.retryDelaysMs.reduce((sum, delay) => sum + delay, 0) / dayMs,
);

/** How a person says that the clock is right: only they can know. */
const sayRight = 'npm run -s leads -- clock --right';

/** When this program came onto the machine: no right clock shows an earlier time. */
export const installedAt = statSync(import.meta.filename).mtime;

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
 * Looks at the clock, and erases leads older than so many days, at the start and every day after it; sees to it that
 * nothing of an erased lead, whoever erased it, is left in the files.
 */
export function startRetention({ store, days, channels, log, installed = installedAt }: Dependencies): {
  stop(): Promise<void>;
} {
  let lookAt = Number.NEGATIVE_INFINITY;
  let tracesLeft = false;
  let timer: NodeJS.Timeout;
  let stopped = false;
  let round = run();

  async function run(): Promise<void> {
    if (performance.now() >= lookAt) lookAt = performance.now() + (await look());
    await clearTraces();
    if (stopped) return;
    timer = setTimeout(() => {
      round = run();
    }, lookMs);
    timer.unref();
  }

  /** Answers when to look again. */
  async function look(): Promise<number> {
    try {
      const now = new Date();
      if ((await clockBelieved(now)) && days !== null) await erase(days, now);
      return dayMs;
    } catch (error) {
      const undone =
        days === null
          ? 'Could not compare the system clock with the last known time'
          : 'Could not erase expired leads';
      log.error({ error: String(error) }, `${undone}; retrying in an hour`);
      return hourMs;
    }
  }

  /**
   * Also where nothing is ever erased: the day somebody sets RETENTION_DAYS may be the day the clock is wrong. No lead
   * is asked what time it is: a wrong clock has dated it.
   */
  async function clockBelieved(now: Date): Promise<boolean> {
    const known = await store.clock.known();
    // A wrong clock at the very first start is compared with the program's own files.
    if (known === null) await store.clock.remember(installed);
    const latest = known ?? installed;
    if (await isAhead(store, now, latest)) {
      if (days !== null && (await store.hasLeads()))
        log.error(
          { clock: now, latest, days },
          `The system clock is far ahead of the last known time, so no leads are erased. Correct the clock; if it is ` +
            `right, confirm it (${sayRight}) or wait a week`,
        );
      return false;
    }
    if (latest.getTime() - now.getTime() > clockToleranceMs)
      log.error(
        { clock: now, latest },
        `The system clock is far behind the last known time, so new leads are dated with that time. Correct the ` +
          `clock; if it is right, confirm it: ${sayRight}`,
      );
    await store.clock.remember(now);
    return true;
  }

  async function erase(days: number, now: Date): Promise<void> {
    // A worker that was off for long finds leads nobody was told of: from here on they are pending.
    await store.deliveries.enrol(channels);
    const erased = await store.eraseLeadsBefore(new Date(now.getTime() - days * dayMs), channels);
    if (erased > 0) log.info({ erased, days }, 'Expired leads erased');
  }

  async function clearTraces(): Promise<void> {
    try {
      await store.clearTraces();
      if (tracesLeft) log.info('No traces of erased leads are left in the database files');
      tracesLeft = false;
    } catch (error) {
      // Of a database that cannot be read it is not known whether there are any.
      if (!tracesLeft)
        log.warn(
          { error: String(error) },
          'Erased leads may still be readable in the database files; will try again',
        );
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
 * believed only after it was seen going on for a week, day by day: a wrong one is noticed by then, and a machine
 * that was off for a month erases a week late. It is seen by the store, not by this process, which may be started
 * every morning. A weekend may lie between two looks.
 */
async function isAhead(store: Store, now: Date, latest: Date): Promise<boolean> {
  if (now.getTime() - latest.getTime() <= clockToleranceMs) {
    await store.clock.setDoubt(null);
    return false;
  }
  const doubt = await store.clock.doubt();
  const sinceLook = doubt ? now.getTime() - doubt.seen.getTime() : Infinity;
  const goesOn = doubt !== null && sinceLook > -hourMs && sinceLook <= 3 * dayMs;
  const since = goesOn ? doubt.since : now;
  await store.clock.setDoubt({ since, seen: now });
  return now.getTime() - since.getTime() < clockToleranceMs;
}
