import { createHash, randomBytes } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** JSON lines on standard output. Leads are named by their reference, never by what is in them. */
export function createLog(level: LogLevel, to: DestinationStream = lines(process.stdout.fd)): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

const keptBytes = 64 * 1024;
const retryMs = 1000;

/**
 * Writes each line at once, so that the last ones before an exit are not lost. A log that cannot be written, because the
 * disk is full or nobody reads the pipe, keeps 64 KB, drops the rest and never holds up a lead.
 */
export function lines(file: number | string): DestinationStream {
  const stream = pino.destination({
    ...{ dest: file, sync: true, maxLength: keptBytes },
    // pino flushes nothing without it.
    minLength: 1,
    // pino would block the process until somebody reads the pipe.
    retryEAGAIN: () => false,
  });
  let retrying = false;
  stream.on('error', () => {
    if (retrying) return;
    retrying = true;
    setTimeout(() => {
      retrying = false;
      stream.flush();
    }, retryMs).unref();
  });
  // A full buffer only drops lines: flushing finds out that the disk has room again.
  stream.on('drop', () => stream.flush());
  return stream;
}

type Line = (about: { code?: string; [more: string]: unknown }, sentence: string) => void;
export type ThrottledLog = Record<'info' | 'warn' | 'error', Line>;

/**
 * For lines that strangers can cause as often as they like. The first of a kind (a sentence with its code) is written at
 * once, then at most one a minute, with the number of lines it stands for in `more`.
 */
export function throttledLog(log: Pick<Logger, keyof ThrottledLog>, everyMs = 60_000): ThrottledLog {
  const waiting = new Map<string, { more: number; last: object }>();
  const line =
    (level: keyof ThrottledLog): Line =>
    (about, sentence) => {
      const kind = `${sentence} ${about.code}`;
      const known = waiting.get(kind);
      if (known) {
        known.more += 1;
        known.last = about;
        return;
      }
      log[level](about, sentence);
      const counted = { more: 0, last: about as object };
      waiting.set(kind, counted);
      const timer = setInterval(() => {
        const { more, last } = counted;
        counted.more = 0;
        if (more > 0) return log[level]({ ...last, more }, sentence);
        clearInterval(timer);
        waiting.delete(kind);
      }, everyMs).unref();
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** The name and place of an unexpected error. Its message might quote a lead. */
export function unexpectedError(error: unknown): { error: string; at: string[] } {
  const { name, stack = '' } = error instanceof Error ? error : { name: typeof error };
  const places = stack.split('\n').filter((line) => line.startsWith('    at '));
  return { error: name, at: places.slice(0, 3) };
}

const salt = randomBytes(16);

/** Marks lines of one sender until the next restart, without writing the address down. */
export function clientMark(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('hex').slice(0, 8);
}
