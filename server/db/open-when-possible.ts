import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/runtime/log.ts';
import type { Db } from './db.ts';
import { type DatabaseConfig, openDatabase } from './open.ts';

const retryMs = 3000;

/** Tries to open the database until it can be opened. Queries wait for the attempt under way, and fail between two. */
export function openWhenPossible(config: DatabaseConfig, log: Log) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let opened = openDatabase(config, log);

  /** Resolves to false if told to stop before. */
  async function open(): Promise<boolean> {
    while (!signal.aborted)
      try {
        await opened;
        return true;
      } catch (error) {
        log.throttled.error(
          { error: (error as Error).message },
          'The database cannot be opened: no lead can be stored. Trying again every few seconds',
        );
        await sleep(retryMs, undefined, { signal }).catch(() => {});
        if (!signal.aborted) opened = openDatabase(config, log);
      }
    return false;
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
