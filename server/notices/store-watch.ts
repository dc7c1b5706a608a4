/**
 * Tells people that no lead can be stored: the disk is full, the file damaged, the database away. There is nothing to
 * write down in that it was told: each process tells it for itself.
 */

import type { Language } from '../../contract/languages.ts';
import { Alarm } from '../deliveries/alarm.ts';
import { tellOnce } from '../deliveries/attempt.ts';
import { kindOf, type Log, type Notice, type Sender } from '../deliveries/channel.ts';
import { usualTiming } from '../deliveries/timing.ts';
import { speechIn } from '../leads/speech.ts';
import type { Store } from '../store/store.ts';
import { illAfterMs } from './illness.ts';
import { storeBackNotice, storeDownNotice } from './words.ts';

/** Each look is a write. */
const usualLookMs = illAfterMs / 3;
const longestPauseMs = 24 * 3_600_000;

type Dependencies = {
  store: Pick<Store, 'checkWritable'>;
  /** All that are configured. */
  senders: readonly Sender[];
  /** That people are told in. */
  language?: Language;
  log: Log;
  /** Whether visitors send their leads here: then none was stored while nobody ran, either, and people are told that it is over. */
  serves?: boolean;
  lookMs?: number;
  afterMs?: number;
};

/** `said`: what is to be told to one of them, or was; `pauseMs`: after the next try in vain. */
type Hearer = { sender: Sender; said: 'down' | 'back'; told: boolean; tryAt: number; pauseMs: number };

export function watchStore({
  store,
  senders,
  language,
  log,
  serves = false,
  lookMs = usualLookMs,
  afterMs = illAfterMs,
}: Dependencies): { stop(): Promise<void> } {
  const speech = speechIn(language);
  const hearers = senders
    .filter(({ channel }) => kindOf(channel) !== 'webhook')
    .map((sender): Hearer => ({ sender, said: 'back', told: true, tryAt: 0, pauseMs: 0 }));
  const alarm = new Alarm();
  const abandon = new AbortController();
  /** By the monotonic clock, and as people are told. */
  let down: { at: number; since: Date } | null = null;
  let isFirst = true;

  async function look(): Promise<void> {
    try {
      const awayMs = await store.checkWritable();
      down = null;
      // Whoever watched before this process was started may have told people that nothing is stored.
      if (isFirst && serves && awayMs !== null && awayMs >= afterMs)
        for (const hearer of hearers) hearer.said = 'down';
      isFirst = false;
    } catch (error) {
      down ??= { at: performance.now(), since: new Date() };
      if (performance.now() - down.at >= afterMs)
        await say('down', storeDownNotice({ since: down.since, error: (error as Error).message }, speech));
      return;
    }
    await say('back', storeBackNotice(speech));
  }

  async function say(saying: Hearer['said'], notice: Notice): Promise<void> {
    const due = hearers.filter(
      ({ said, told, tryAt }) => said !== saying || (!told && performance.now() >= tryAt),
    );
    await Promise.all(
      due.map(async (hearer) => {
        const { channel } = hearer.sender;
        if (hearer.said !== saying) Object.assign(hearer, { said: saying, pauseMs: lookMs });
        const withinMs = usualTiming.attemptMs[kindOf(channel)];
        const result = await tellOnce(hearer.sender, notice, withinMs, abandon.signal);
        if (result && !result.ok)
          log.warn({ channel, error: result.error }, 'Notification could not be sent');
        hearer.told = result?.ok === true;
        // Ever longer: it may have come, and only the answer did not.
        hearer.tryAt = performance.now() + hearer.pauseMs;
        hearer.pauseMs = Math.min(2 * hearer.pauseMs, longestPauseMs);
      }),
    );
  }

  const ended = (async () => {
    while (!abandon.signal.aborted) {
      await look();
      if (!abandon.signal.aborted) await alarm.sleep(lookMs);
    }
  })();

  return {
    async stop() {
      abandon.abort();
      alarm.wake();
      await ended;
    },
  };
}
