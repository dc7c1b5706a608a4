import type { Log } from './deliveries/channel.ts';
import type { Store } from './store/store.ts';

const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** Erases leads older than so many days, at the start and every day after it. */
export function startRetention({ store, days, log }: { store: Store; days: number; log: Log }): {
  stop(): Promise<void>;
} {
  let timer: NodeJS.Timeout;
  let stopped = false;
  let round = erase();

  async function erase(): Promise<void> {
    let next = dayMs;
    try {
      const erased = await store.eraseLeadsBefore(new Date(Date.now() - days * dayMs));
      if (erased > 0) log.info({ erased, days }, 'Leads past their time were erased');
    } catch (error) {
      log.error(
        { error: String(error) },
        'Leads past their time could not be erased; trying again in an hour',
      );
      next = hourMs;
    }
    if (stopped) return;
    timer = setTimeout(() => {
      round = erase();
    }, next);
    timer.unref();
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
