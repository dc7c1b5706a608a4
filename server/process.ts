import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { createLog } from './log.ts';
import type { Running } from './service.ts';
import { StoreUnavailable } from './store/store.ts';

/** Something only the operator can mend: its message is the whole sentence they are told. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** Whoever signals again after this time does not want to wait. */
const sameWishMs = 1000;

/**
 * The life of a process: configuration, start, signals, end. A mistake of the operator's is told in a
 * sentence on standard error, without a stack, and ends the process with 1.
 */
export async function runUntilStopped(
  start: (config: Config, log: Logger) => Promise<Running>,
): Promise<void> {
  const read = readConfig(process.env);
  if ('errors' in read) return fail(read.errors.join('\n'));
  const log = createLog(read.config.logLevel);
  const starting = start(read.config, log);
  stopOnSignal(starting, log);
  try {
    await starting;
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof CannotStart) return fail(error.message);
    throw error;
  }
}

function stopOnSignal(starting: Promise<Running>, log: Logger): void {
  let stoppingSince = 0;
  const stop = async (signal: string) => {
    if (stoppingSince > 0) {
      // Ctrl+C reaches the whole group, and npm and the wrapper pass it on as well: one wish, several signals.
      if (Date.now() - stoppingSince > sameWishMs) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info({ signal }, 'Stopping');
    await (await starting).stop();
    log.info('Stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
}

function fail(sentences: string): never {
  console.error(sentences);
  process.exit(1);
}
