import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { DatabaseUnavailable } from './db/db.ts';
import { createLog } from './log.ts';

export type Running = { stop(): Promise<void> };

/** Only the operator can repair this; the message is printed as it is. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** Configuration, start, signals, end. A mistake in the settings is printed as a sentence, without a stack, and exits with 1. */
export async function runUntilStopped(
  start: (config: Config, log: Logger) => Promise<Running>,
): Promise<void> {
  const read = readConfig(process.env);
  if ('errors' in read) return fail(read.errors.join('\n'));
  const log = createLog(read.config.logLevel);
  const starting = start(read.config, log);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, async () => {
      // npm passes Ctrl+C on as well, so it arrives several times.
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'Stopping');
      await (await starting).stop();
      log.info('Stopped');
      process.exit(0);
    });
  try {
    await starting;
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof CannotStart) return fail(error.message);
    throw error;
  }
}

function fail(sentences: string): never {
  console.error(sentences);
  process.exit(1);
}
