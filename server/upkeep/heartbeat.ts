import { minuteMs } from '#contract/tashkent-time.ts';
import type { Log } from '#server/runtime/log.ts';
import { type Running, repeat } from '#server/runtime/repeat.ts';

const everyMs = 5 * minuteMs;
const timeoutMs = 10_000;

/** Requests HEARTBEAT_URL while everything works. A monitor elsewhere alerts people when the requests stop. */
export function startHeartbeat(url: string, isOk: () => Promise<boolean>, log: Log): Running {
  async function beat(stopping: AbortSignal): Promise<void> {
    try {
      if (!(await isOk())) return;
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
      const { ok, status } = await fetch(url, { signal });
      if (!ok) log.warn({ status }, 'HEARTBEAT_URL refused the request');
    } catch (error) {
      // The address itself is a secret.
      const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      if (!stopping.aborted) log.warn({ error: cause?.code ?? name }, 'HEARTBEAT_URL could not be reached');
    }
  }
  return repeat(beat, () => everyMs);
}
