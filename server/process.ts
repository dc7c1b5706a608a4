import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { CannotListen } from './http-server.ts';
import { createLog } from './log.ts';
import { StoreUnavailable } from './store/store.ts';

/** Whoever signals again after this time does not want to wait. */
const sameWishMs = 1000;

/**
 * The life of a process: configuration, start, signals, end. A mistake of the operator's is told in a
 * sentence on standard error, without a stack, and ends the process with 1.
 */
export async function runUntilStopped(
  start: (config: Config, log: Logger) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  const read = readConfig(process.env);
  if ('errors' in read) return fail(read.errors.join('\n'));
  const log = createLog(read.config.logLevel);
  try {
    const running = await start(read.config, log);
    let stoppingSince = 0;
    const stop = async (signal: string) => {
      if (stoppingSince > 0) {
        // Ctrl+C reaches the whole group, and npm and the wrapper pass it on as well: one wish, several signals.
        if (Date.now() - stoppingSince > sameWishMs) process.exit(1);
        return;
      }
      stoppingSince = Date.now();
      log.info({ signal }, 'Stopping');
      await running.stop();
      log.info('Stopped');
      process.exit(0);
    };
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof CannotListen) return fail(error.message);
    throw error;
  }
}

function fail(sentences: string): never {
  console.error(sentences);
  process.exit(1);
}
