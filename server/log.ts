import { createHash, randomBytes } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** JSON lines on standard output. A lead is spoken of by its reference, never by what is in it. */
export function createLog(level: LogLevel, to: DestinationStream = lines(process.stdout.fd)): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

/** What a disk may owe us: some hundred lines. */
const keptBytes = 64 * 1024;
const retryMs = 1000;

/**
 * Written at once: pino's usual buffer would swallow the last lines before an exit. What cannot be written, on a full
 * disk or because nobody takes it from the pipe, is kept up to a measure and lost beyond it, but never an error of whoever
 * had something to tell, nor waited for: a lead is stored, and the visitor is told so, whether or not that can be noted.
 */
export function lines(file: number | string): DestinationStream {
  // `minLength`: without one `flush` does nothing.
  const stream = pino.destination({
    ...{ dest: file, sync: true, minLength: 1, maxLength: keptBytes },
    // Tried again at once, a full pipe would hold up everything until somebody reads from it.
    retryEAGAIN: () => false,
  });
  // With no line after it the last one would wait for ever.
  let waits = false;
  stream.on('error', () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      stream.flush();
    }, retryMs).unref();
  });
  // Once it is full it only drops, and would not notice that there is room on the disk again.
  stream.on('drop', () => stream.flush());
  return stream;
}

type Line = (about: { code?: string; [more: string]: unknown }, sentence: string) => void;
export type SparingLog = Record<'info' | 'warn' | 'error', Line>;

/**
 * For what strangers can bring about as often as they like: they would write the log full, and what matters out of it.
 * Of one kind, a sentence with its code, the first is told at once, the others once a minute by their number, `more`,
 * and the last of them.
 */
export function sparing(log: Pick<Logger, keyof SparingLog>, everyMs = 60_000): SparingLog {
  const silent = new Map<string, { more: number; last: object }>();
  const line =
    (level: keyof SparingLog): Line =>
    (about, sentence) => {
      const kind = `${sentence} ${about.code}`;
      const known = silent.get(kind);
      if (known) {
        known.more += 1;
        known.last = about;
        return;
      }
      log[level](about, sentence);
      const counted = { more: 0, last: about as object };
      silent.set(kind, counted);
      const timer = setInterval(() => {
        const { more, last } = counted;
        counted.more = 0;
        if (more > 0) return log[level]({ ...last, more }, sentence);
        clearInterval(timer);
        silent.delete(kind);
      }, everyMs).unref();
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** What may be told of an error that nobody foresaw: its name and its place. Its message, of any number of lines, might quote a lead. */
export function unforeseen(error: unknown): { error: string; at: string[] } {
  const { name, stack = '' } = error instanceof Error ? error : { name: typeof error };
  const places = stack.split('\n').filter((line) => line.startsWith('    at '));
  return { error: name, at: places.slice(0, 3) };
}

const salt = randomBytes(16);

/** Lets one sender's lines be found together until the next restart without writing the address down. */
export function clientMark(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('hex').slice(0, 8);
}
