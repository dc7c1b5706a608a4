import { spawn } from 'node:child_process';
import { type Config, readConfig } from './config/config.ts';
import { CannotStart, configurationError } from './runtime/cannot-start.ts';
import { createLog, errorDetails, type Log } from './runtime/log.ts';
import type { Running } from './runtime/repeat.ts';
import { version } from './runtime/version.ts';

export async function runUntilStopped(start: (config: Config, log: Log) => Promise<Running>): Promise<void> {
  const read = readConfig(process.env);
  if ('errors' in read) return fail(read.errors.join('\n'), configurationError);
  const log = createLog(read.config.logLevel);
  log.info({ version: version(), node: process.version }, 'Starting');
  // A full disk or a closed pipe: a lead must not wait for a log line.
  process.stdout.on('error', () => {});
  process.on('uncaughtException', (error) => {
    log.fatal(errorDetails(error), 'Unexpected error, the process ends');
    process.exit(1);
  });
  for (const warning of read.warnings) log.warn(warning);
  const starting = start(read.config, log);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, async () => {
      // npm passes Ctrl+C on, so it arrives more than once.
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'Stopping');
      await (await starting).stop();
      log.info('Stopped');
      process.exit(0);
    });
  try {
    await starting;
    // Node has no datagram sockets of Unix, which systemd listens on.
    if (process.env.NOTIFY_SOCKET) spawn('systemd-notify', ['--ready']).on('error', () => {});
  } catch (error) {
    if (error instanceof CannotStart) return fail(error.message, error.exitCode);
    throw error;
  }
}

function fail(sentences: string, code: number): never {
  console.error(sentences);
  process.exit(code);
}
