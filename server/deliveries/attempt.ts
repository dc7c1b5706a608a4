import { type Lead, StoreUnavailable } from '../store/store.ts';
import type { Notice, Sender, SendResult } from './channel.ts';
import { presentable } from './foreign-words.ts';

/**
 * One attempt, within a time limit. Null when `abandon` ended it: nobody knows whether the other
 * side took the lead, so it will be sent again.
 */
export async function attempt(
  sender: Sender,
  lead: Lead,
  timeLimitMs: number,
  abandon: AbortSignal,
): Promise<SendResult | null> {
  const result = await within(timeLimitMs, abandon, (signal) => sender.send(lead, signal));
  return shown(result, (error) => presentable(error, sender.secrets, lead));
}

/** The same for a notice; the code in it is repeated by no error either. */
export async function tellOnce(
  sender: Sender,
  notice: Notice,
  timeLimitMs: number,
  abandon: AbortSignal,
): Promise<SendResult | null> {
  const secrets = [...sender.secrets, ...(notice.code ? [notice.code] : [])];
  const result = await within(timeLimitMs, abandon, (signal) => sender.tell(notice, signal));
  return shown(result, (error) => presentable(error, secrets));
}

const shown = (result: SendResult | null, clean: (error: string) => string): SendResult | null =>
  result === null || result.ok ? result : { ...result, error: clean(result.error) };

async function within(
  timeLimitMs: number,
  abandon: AbortSignal,
  send: (signal: AbortSignal) => Promise<SendResult>,
): Promise<SendResult | null> {
  if (abandon.aborted) return null;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), timeLimitMs);
  const giveUp = () => end.abort();
  abandon.addEventListener('abort', giveUp);
  // A sender that does not listen to the signal must not hold up its channel.
  const ended = new Promise<null>((resolve) => {
    end.signal.addEventListener('abort', () => resolve(null));
  });
  const sent = send(end.signal).catch((error: unknown): SendResult => {
    // No fault of the channel's: it uses up none of its attempts.
    if (error instanceof StoreUnavailable) throw error;
    return { ok: false, error: String(error) };
  });
  const result = await Promise.race([sent, ended]);
  clearTimeout(timer);
  abandon.removeEventListener('abort', giveUp);

  if (result?.ok) return result;
  if (abandon.aborted) return null;
  if (end.signal.aborted || !result) return { ok: false, error: `no answer within ${timeLimitMs} ms` };
  return result;
}
