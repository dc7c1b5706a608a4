import { submissionPath } from '#contract/addresses.ts';
import { type Submission, submissionHeaders } from '#contract/submission.ts';
import { attributionHeader } from '#site/stats/attribution.ts';

/** `waitMinutes`: how long to wait after too many submissions from this network. */
export type Outcome = { sent: boolean; waitMinutes: number };

type SubmissionContext = { language: string; idempotencyKey: string; honeypot: string; msOnPage: number };

/** For one attempt. */
const timeLimitMs = 15_000;
const retryAfterMs = 1_000;

/** Retries once, with the same key, after a network failure. Any response is final. */
export async function sendSubmission(submission: Submission, context: SubmissionContext): Promise<Outcome> {
  try {
    return await post(submission, context);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return post(submission, context).catch(() => ({ sent: false, waitMinutes: 0 }));
  }
}

async function post(submission: Submission, context: SubmissionContext): Promise<Outcome> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeLimitMs);
  try {
    const response = await fetch(`${__SUPABASE_PROJECT__?.origin ?? ''}${submissionPath}`, {
      method: 'POST',
      headers: __SUPABASE_PROJECT__ ? supabaseHeaders(__SUPABASE_PROJECT__.key) : headersOf(context),
      body: JSON.stringify(submission),
      signal: abort.signal,
      // Still sent when the visitor leaves the page.
      keepalive: true,
    });
    const seconds = response.status === 429 ? Number(response.headers.get('Retry-After')) : 0;
    // A Wi-Fi sign-in page responds with 200.
    return { sent: response.status === 201, waitMinutes: Math.ceil(seconds / 60) };
  } finally {
    clearTimeout(timer);
  }
}

function headersOf({
  language,
  idempotencyKey,
  honeypot,
  msOnPage,
}: SubmissionContext): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    [submissionHeaders.language]: language,
    [submissionHeaders.idempotencyKey]: idempotencyKey,
    [submissionHeaders.msOnPage]: String(msOnPage),
    [submissionHeaders.attribution]: attributionHeader(),
    // Not its text: a header value must be Latin-1.
    ...(honeypot && { [submissionHeaders.honeypot]: 'filled' }),
  };
}

/** Supabase accepts a legacy key (a JWT) only with both headers, and a publishable key only without `Authorization`. */
export const supabaseHeaders = (key: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  apikey: key,
  ...(key.startsWith('eyJ') && { Authorization: `Bearer ${key}` }),
});

/** `crypto.randomUUID` exists only under https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
