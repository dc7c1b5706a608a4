import { createHash, randomBytes } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** JSON lines on standard output. A lead is spoken of by its reference, never by what is in it. */
export function createLog(level: LogLevel, to: DestinationStream = lines(1)): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

/** What a disk may owe us: some hundred lines. */
const keptBytes = 64 * 1024;

/**
 * Written at once: pino's usual buffer would swallow the last lines before an exit. What cannot be written, on a full
 * disk, is kept up to a measure and lost beyond it, but never an error of whoever had something to tell: a lead is
 * stored, and the visitor is told so, whether or not that can be noted.
 */
export function lines(file: number | string): DestinationStream {
  // `minLength`: without one `flush` does nothing.
  const stream = pino.destination({ dest: file, sync: true, minLength: 1, maxLength: keptBytes });
  stream.on('error', () => {});
  // Once it is full it only drops, and would not notice that there is room on the disk again.
  stream.on('drop', () => stream.flush());
  return stream;
}

const salt = randomBytes(16);

/** Lets one sender's lines be found together until the next restart without writing the address down. */
export function clientMark(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('hex').slice(0, 8);
}
