import { type Submission, submissionHeaders, submissionPath } from '../../../contract/submission.ts';
import { arrival } from '../../stats/arrival.ts';

/** `wait`: for how many minutes the service asks to wait, after too many submissions from this network. */
export type Outcome = { sent: boolean; wait: number };

type Circumstances = { language: string; idempotencyKey: string; trap: string; age: number };

/** For one try, in milliseconds. */
const timeLimit = 15_000;
const pauseBeforeRetry = 1_000;

/** After a network failure it is tried once more with the same key. An answer is final. */
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
  const timer = setTimeout(() => abort.abort(), timeLimit);
  try {
    const answer = await fetch(`${__HOSTED_PROJECT__?.origin ?? ''}${submissionPath}`, {
      method: 'POST',
      headers: __HOSTED_PROJECT__ ? hostedHeaders(__HOSTED_PROJECT__.key) : headersOf(circumstances),
      body: JSON.stringify(submission),
      signal: abort.signal,
      // The browser still sends it when the visitor leaves the page.
      keepalive: true,
    });
    const seconds = answer.status === 429 ? Number(answer.headers.get('Retry-After')) : 0;
    // A Wi-Fi that wants a sign-in answers with its own page, and 200.
    return { sent: answer.status === 201, wait: Math.ceil(seconds / 60) };
  } finally {
    clearTimeout(timer);
  }
}

function headersOf({ language, idempotencyKey, trap, age }: Circumstances): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    [submissionHeaders.language]: language,
    [submissionHeaders.idempotencyKey]: idempotencyKey,
    [submissionHeaders.age]: String(age),
    [submissionHeaders.arrival]: arrival(),
    // Header values are Latin-1, and what a robot typed does not matter.
    ...(trap && { [submissionHeaders.trap]: 'filled' }),
  };
}

/** A legacy key is a JWT and goes into both headers; a publishable one would be refused as a bearer token. */
export const hostedHeaders = (key: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  apikey: key,
  ...(key.startsWith('eyJ') && { Authorization: `Bearer ${key}` }),
});

/** `crypto.randomUUID` exists only under https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
