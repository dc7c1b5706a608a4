import { createHash, randomBytes } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * JSON lines on standard output. A lead is spoken of by its reference, never by what is in it. Written at once:
 * pino's usual buffer would swallow the last lines before an exit.
 */
export function createLog(
  level: LogLevel,
  to: DestinationStream = pino.destination({ dest: 1, sync: true }),
): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

const salt = randomBytes(16);

/** Lets one sender's lines be found together until the next restart without writing the address down. */
export function clientMark(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('hex').slice(0, 8);
}
