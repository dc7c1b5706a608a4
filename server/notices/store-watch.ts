/**
 * Tells people that no lead can be stored: the disk is full, the file damaged, the database away. There is nothing to
 * write down in that it was told: each process tells it for itself, once.
 */

import type { PageLanguage } from '../../contract/submission.ts';
import { Alarm } from '../deliveries/alarm.ts';
import { tellOnce } from '../deliveries/attempt.ts';
import { kindOf, type Log, type Sender } from '../deliveries/channel.ts';
import { usualTiming } from '../deliveries/timing.ts';
import { speechIn } from '../leads/speech.ts';
import type { Store } from '../store/store.ts';
import { illAfterMs } from './illness.ts';
import { storeBackNotice, storeDownNotice } from './words.ts';

/** Each look is a write. */
const usualLookMs = illAfterMs / 3;

type Dependencies = {
  store: Pick<Store, 'checkWritable'>;
  /** All that are configured. */
  senders: readonly Sender[];
  /** That people are told in. */
  language?: PageLanguage;
  log: Log;
  lookMs?: number;
  afterMs?: number;
};

export function watchStore({
  store,
  senders,
  language,
  log,
  lookMs = usualLookMs,
  afterMs = illAfterMs,
}: Dependencies): { stop(): Promise<void> } {
  const people = senders.filter(({ channel }) => kindOf(channel) !== 'webhook');
  const speech = speechIn(language);
  const worried = new Set<Sender>();
  const alarm = new Alarm();
  const abandon = new AbortController();
  /** By the monotonic clock, and as people are told. */
  let down: { at: number; since: Date } | null = null;

  async function look(): Promise<void> {
    const error = await store.checkWritable().then(
      () => null,
      ({ message }: Error) => message,
    );
    if (error === null) {
      down = null;
      await tell(people.filter((sender) => worried.has(sender)));
      return;
    }
    down ??= { at: performance.now(), since: new Date() };
    if (performance.now() - down.at >= afterMs)
      await tell(
        people.filter((sender) => !worried.has(sender)),
        { since: down.since, error },
      );
  }

  async function tell(these: Sender[], trouble?: { since: Date; error: string }): Promise<void> {
    const notice = trouble ? storeDownNotice(trouble, speech) : storeBackNotice(speech);
    await Promise.all(
      these.map(async (sender) => {
        const { channel } = sender;
        const result = await tellOnce(sender, notice, usualTiming.attemptMs[kindOf(channel)], abandon.signal);
        if (result && !result.ok) log.warn({ channel, error: result.error }, 'A notice could not be sent');
        if (!result?.ok) return;
        if (trouble) worried.add(sender);
        else worried.delete(sender);
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
