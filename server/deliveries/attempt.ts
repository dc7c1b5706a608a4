import type { Lead } from '../store/store.ts';
import type { Sender, SendResult } from './channel.ts';
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
  if (abandon.aborted) return null;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), timeLimitMs);
  const giveUp = () => end.abort();
  abandon.addEventListener('abort', giveUp);
  // A sender that does not listen to the signal must not hold up its channel.
  const ended = new Promise<null>((resolve) => {
    end.signal.addEventListener('abort', () => resolve(null));
  });
  const sent = sender
    .send(lead, end.signal)
    .catch((error: unknown): SendResult => ({ ok: false, error: String(error) }));
  const result = await Promise.race([sent, ended]);
  clearTimeout(timer);
  abandon.removeEventListener('abort', giveUp);

  if (result?.ok) return result;
  if (abandon.aborted) return null;
  if (end.signal.aborted || !result) return { ok: false, error: `no answer within ${timeLimitMs} ms` };
  return { ...result, error: presentable(result.error, sender.secrets, lead) };
}
