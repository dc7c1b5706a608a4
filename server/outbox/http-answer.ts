/** For a 429 that does not say how long to wait. */
const defaultPauseMs = 60_000;

type Answer = { status: number; retryAfter: string | null | undefined; date: string | null | undefined };

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3), compared with the answer's own clock. */
export function retryAfterMs({ status, retryAfter, date }: Answer): number | undefined {
  if (retryAfter && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter ?? '');
  if (Number.isNaN(until)) return status === 429 ? defaultPauseMs : undefined;
  return Math.max(0, until - (Date.parse(date ?? '') || Date.now()));
}

/** `fetch failed` explains nothing; the cause's code does (ECONNREFUSED, ENOTFOUND, a TLS error). */
export function connectionError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
