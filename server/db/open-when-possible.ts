import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/runtime/log.ts';
import type { Db } from './db.ts';
import { type DatabaseConfig, openDatabase } from './open.ts';

const retryMs = 3000;

/**
 * Opens the database, again and again until it can be opened. Queries wait for the first attempt; after it, they fail until
 * another succeeds.
 */
export function openWhenPossible(config: DatabaseConfig, log: Log) {
  const stopping = new AbortController();
  let opened = openDatabase(config, log);

  /** Resolves to false if told to stop before. */
  async function open(): Promise<boolean> {
    let attempt = opened;
    for (;;)
      try {
        await attempt;
        opened = attempt;
        return true;
      } catch (error) {
        log.throttled.error(
          { error: (error as Error).message },
          'The database cannot be opened: no lead can be stored. Trying again every few seconds',
        );
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return false;
        attempt = openDatabase(config, log);
      }
  }

  const db: Db = {
    all: async (query) => (await opened).all(query),
    get: async (query) => (await opened).get(query),
    run: async (query) => (await opened).run(query),
    transaction: async (work) => (await opened).transaction(work),
    script: async (text) => (await opened).script(text),
    clean: async (what) => (await opened).clean(what),
    close: async () => (await opened).close(),
  };
  return { db, isOpen: open(), stopTrying: () => stopping.abort() };
}
