import { createHash, randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export function createLog(level: LogLevel, to: DestinationStream = standardOutput): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
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

/** Writes at most one line a minute for each sentence and code. `suppressed` counts the others. */
export function throttledLog(log: Pick<Logger, keyof ThrottledLog>): ThrottledLog {
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

/** Without the error's message, which may quote a lead. */
export function unexpectedError(error: unknown): { error: string; at: string[] } {
  const { name, stack = '' } = error instanceof Error ? error : { name: typeof error };
  const places = stack.split('\n').filter((line) => line.startsWith('    at '));
  return { error: name, at: places.slice(0, 3) };
}

const salt = randomBytes(16);

/** Tells clients apart in the log until the next restart, without their addresses. */
export function clientPseudonym(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('hex').slice(0, 8);
}
