import { dayMs, hourMs, startOfTashkentDay, tashkentDate } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { eraseExpired, removeErasedTraces } from '#server/leads/erase.ts';
import { closeIncident, openIncident } from '#server/outbox/incidents.ts';
import { purgeOutbox } from '#server/outbox/queue.ts';
import { errorDetails, type Log } from '#server/runtime/log.ts';
import { type Running, repeat } from '#server/runtime/repeat.ts';

type Options = { db: Db; channels: readonly string[]; retentionDays: number | null; log: Log };

/** Runs at startup and every night at three, Tashkent time. */
export const startNightly = (options: Options): Running => repeat(() => cleanUp(options), msUntilThree);

async function cleanUp({ db, channels, retentionDays, log }: Options): Promise<void> {
  try {
    if (retentionDays !== null) {
      const result = await eraseExpired(db, retentionDays);
      if ('refused' in result) {
        log.error(result, 'Expired leads were not erased: the clock or RETENTION_DAYS is probably wrong');
        await openIncident(db, 'retention', String(result.refused));
      } else {
        await closeIncident(db, 'retention');
        if (result.erased > 0) log.info({ ...result, days: retentionDays }, 'Expired leads erased');
      }
    }
    await removeErasedTraces(db);
    await purgeOutbox(db, channels);
  } catch (error) {
    log.error(errorDetails(error), 'The nightly clean-up failed; it runs again at three');
  }
}

function msUntilThree(): number {
  const midnight = startOfTashkentDay(tashkentDate(Date.now())) as Date;
  const sinceThree = Date.now() - midnight.getTime() - 3 * hourMs;
  return sinceThree < 0 ? -sinceThree : dayMs - sinceThree;
}
