import { type Submission, submissionHeaders, submissionPath } from '../../../contract/submission.ts';
import { arrival } from '../../stats/arrival.ts';

/** `wait`: how many minutes the service, which has had too much from this network, asks to wait. */
export type Outcome = { sent: boolean; wait: number };

type Circumstances = { language: string; idempotencyKey: string; trap: string; age: number };

/** Of one try. Slow networks are part of the audience; a quarter of a minute without an answer is a dead line. */
const timeLimit = 15_000;
const pauseBeforeRetry = 1_000;

/** Sent is what is stored. A network failure is tried once more with the same key; an answer is final. */
export async function sendSubmission(submission: Submission, circumstances: Circumstances): Promise<Outcome> {
  try {
    return await post(submission, circumstances);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseBeforeRetry));
    return post(submission, circumstances).catch(() => ({ sent: false, wait: 0 }));
  }
}

async function post(submission: Submission, circumstances: Circumstances): Promise<Outcome> {
  const abort = new AbortController();
  const { signal } = abort;
  const timer = setTimeout(() => abort.abort(), timeLimit);
  // Of what was under way when the page was left, Firefox and Safari tell a page that is come back to nothing: no answer, no
  // failure, not even that it was aborted.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && abort.abort();
  addEventListener('pageshow', comeBack);
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
  try {
    const answering = fetch(`${__HOSTED_PROJECT__?.origin ?? ''}${submissionPath}`, {
      method: 'POST',
      headers: __HOSTED_PROJECT__ ? hostedHeaders(__HOSTED_PROJECT__.key) : headersOf(circumstances),
      body: JSON.stringify(submission),
      signal,
      // Who taps and leaves has sent it. Browsers carry 64 KB for a page that is gone; this is half of it at most.
      keepalive: true,
    });
    const answer = await Promise.race([answering, aborted]);
    const seconds = answer.status === 429 ? Number(answer.headers.get('Retry-After')) : 0;
    // Not any good answer: a network that first wants a sign-in, or money, answers with a page of its own, and 200.
    return { sent: answer.status === 201, wait: Math.ceil(seconds / 60) };
  } finally {
    clearTimeout(timer);
    removeEventListener('pageshow', comeBack);
  }
}

function headersOf({ language, idempotencyKey, trap, age }: Circumstances): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    [submissionHeaders.language]: language,
    [submissionHeaders.idempotencyKey]: idempotencyKey,
    [submissionHeaders.age]: String(age),
    [submissionHeaders.arrival]: arrival(),
    // Header values are Latin-1; what a robot typed into the trap is of no interest, only that it did.
    ...(trap && { [submissionHeaders.trap]: 'filled' }),
  };
}

/**
 * What a hosted project knows; it takes no idempotency key. Its legacy key is a JWT and goes into both headers; a
 * publishable one is not and, as a bearer, would be refused: https://supabase.com/docs/guides/api/api-keys
 */
const hostedHeaders = (key: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  apikey: key,
  ...(key.startsWith('eyJ') && { Authorization: `Bearer ${key}` }),
});

/** `crypto.randomUUID` exists only under https; this works on a plain address in the local network too. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
