import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { CannotListen } from './http-server.ts';
import { createLog } from './log.ts';
import { StoreUnavailable } from './store/store.ts';

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
    const stop = async (signal: string) => {
      log.info({ signal }, 'Stopping');
      await running.stop();
      log.info('Stopped');
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof CannotListen) return fail(error.message);
    throw error;
  }
}

function fail(sentences: string): never {
  console.error(sentences);
  process.exit(1);
}
