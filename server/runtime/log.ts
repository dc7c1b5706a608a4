import { createHash, randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { OwnError } from './own-error.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'> & {
  /** Writes at most one line a minute for each sentence and code. `suppressed` counts the others. */
  throttled: ThrottledLog;
};

export function createLog(level: LogLevel, to: DestinationStream = standardOutput): Log {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
  return Object.assign(log, { throttled: throttledLog(log) });
}

const standardOutput: DestinationStream = {
  write(line) {
    try {
      writeSync(process.stdout.fd, line);
    } catch {
      // The disk or the pipe is full. A lead must not wait for its log line.
    }
  },
};

type Line = (about: { code?: string; [more: string]: unknown }, sentence: string) => void;
export type ThrottledLog = Record<'info' | 'warn' | 'error', Line>;

function throttledLog(log: Pick<Logger, keyof ThrottledLog>): ThrottledLog {
  const written = new Map<string, { at: number; suppressed: number }>();
  const line =
    (level: keyof ThrottledLog): Line =>
    (about, sentence) => {
      const kind = `${sentence} ${about.code}`;
      const { at, suppressed } = written.get(kind) ?? { at: 0, suppressed: 0 };
      const isDue = Date.now() - at >= 60_000;
      written.set(kind, isDue ? { at: Date.now(), suppressed: 0 } : { at, suppressed: suppressed + 1 });
      if (isDue) log[level](suppressed > 0 ? { ...about, suppressed } : about, sentence);
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** What the log says of an error. The message of an error that is not our own may quote a lead. */
export function errorDetails(error: unknown): { error: string; code?: string; at?: string[] } {
  if (error instanceof OwnError) return { error: error.message };
  const {
    name,
    stack = '',
    code,
  } = (error instanceof Error ? error : { name: typeof error }) as NodeJS.ErrnoException;
  const places = stack.split('\n').filter((line) => line.startsWith('    at '));
  return { error: name, ...(typeof code === 'string' && { code }), at: places.slice(0, 3) };
}

const salt = randomBytes(16);

/** Tells clients apart in the log until the next restart, without their addresses. */
export function clientPseudonym(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('hex').slice(0, 8);
}
