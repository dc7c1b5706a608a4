import { submissionPath } from '#contract/addresses.ts';
import { type Submission, submissionHeaders } from '#contract/submission.ts';
import { attributionHeader } from '#site/stats/attribution.ts';

/** `waitMinutes`: how long to wait after too many submissions from this network. */
export type Outcome = { sent: boolean; waitMinutes: number };

type SubmissionContext = { language: string; idempotencyKey: string; honeypot: string; msOnPage: number };

/** For one attempt. */
const timeLimitMs = 15_000;
const retryAfterMs = [1000, 3000, 5000];
/** Ten seconds cover a restart of the server. After one slow attempt there is one more. */
const retriesEndMs = 10_000;
/** The answers of a server that restarts. Supabase knows no key: trying again could store a lead twice. */
const retried = () => (__SUPABASE_PROJECT__ ? [] : [502, 503, 504]);

/** Retries with the same key when the server cannot be reached. Any other response is final. */
export async function sendSubmission(submission: Submission, context: SubmissionContext): Promise<Outcome> {
  const start = performance.now();
  for (const [retry, waitMs] of [0, ...retryAfterMs].entries()) {
    if (retry > 1 && performance.now() - start > retriesEndMs) break;
    if (retry > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const outcome = await post(submission, context).catch(() => null);
    if (outcome) return outcome;
  }
  return { sent: false, waitMinutes: 0 };
}

/** Null if it may be tried again. */
async function post(submission: Submission, context: SubmissionContext): Promise<Outcome | null> {
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
    if (retried().includes(response.status)) return null;
    const seconds = response.status === 429 ? Number(response.headers.get('Retry-After')) : 0;
    // A Wi-Fi sign-in page responds with 200.
    return { sent: response.status === 201, waitMinutes: Math.ceil(seconds / 60) };
  } finally {
    clearTimeout(timer);
  }
}

const headersOf = (context: SubmissionContext): Record<string, string> => ({
  'Content-Type': 'application/json',
  [submissionHeaders.language]: context.language,
  [submissionHeaders.idempotencyKey]: context.idempotencyKey,
  [submissionHeaders.msOnPage]: String(context.msOnPage),
  [submissionHeaders.attribution]: attributionHeader(),
  // Not its text: a header value must be Latin-1.
  ...(context.honeypot && { [submissionHeaders.honeypot]: 'filled' }),
});

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
