import { type MockedObject, vi } from 'vitest';
import { createLog, type Log } from '#server/runtime/log.ts';

/** A log that remembers its calls, and writes to `lines`. */
export function spiedLog(lines: string[] = []): MockedObject<Log> {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level);
  return vi.mocked(log);
}
