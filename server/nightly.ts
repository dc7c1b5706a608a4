import { setTimeout as sleep } from 'node:timers/promises';
import { startOfTashkentDay, tashkentDate } from '../contract/tashkent-time.ts';
import type { Db } from './db/db.ts';
import { cleanFile } from './leads/erase.ts';
import { applyRetention } from './leads/retention.ts';
import type { Log } from './outbox/channel.ts';
import { purgeOutbox } from './outbox/queue.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Options = {
  db: Db;
  /** Null: leads are kept. */
  retentionDays: number | null;
  channels: readonly string[];
  /** Retention refused to erase. */
  refused(leads: number): Promise<void>;
  log: Log;
};

/** At the start and every night at three: erases expired leads and removes erased text from the files. */
export function startNightly(options: Options): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await cleanUp(options);
      await sleep(untilThree(new Date()), undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function cleanUp({ db, retentionDays, channels, refused, log }: Options): Promise<void> {
  try {
    if (retentionDays !== null) {
      const result = await applyRetention(db, { days: retentionDays, channels });
      if ('refused' in result) {
        log.error(result, 'Expired leads were not erased: the clock or RETENTION_DAYS is probably wrong');
        await refused(result.refused);
      } else if (result.erased > 0) log.info({ ...result, days: retentionDays }, 'Expired leads erased');
    }
    await cleanFile(db);
    await purgeOutbox(db);
  } catch (error) {
    log.error({ error: String(error) }, 'The nightly clean-up failed; it runs again tomorrow');
  }
}

function untilThree(now: Date): number {
  const three = (startOfTashkentDay(tashkentDate(now)) as Date).getTime() + 3 * hourMs;
  return (three > now.getTime() ? three : three + dayMs) - now.getTime();
}
