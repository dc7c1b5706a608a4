/** Reads no more than `limit` bytes of an answer, so that an endless one costs neither memory nor traffic. */
export async function readAtMost(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the stream, and with it the connection.
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString();
}

/** Who has too many requests without saying for how long. */
const unsaidSilenceMs = 60_000;

type Answered = { status: number; retryAfter: string | null | undefined; date: string | null | undefined };

/**
 * How long the other side wants to be left alone. The header is either a number of seconds or a date (RFC 9110,
 * 10.2.3), which is read by the clock of the answer: ours may be wrong.
 */
export function retryAfterMs({ status, retryAfter, date }: Answered): number | undefined {
  if (retryAfter && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter ?? '');
  if (Number.isNaN(until)) return status === 429 ? unsaidSilenceMs : undefined;
  const theirNow = Date.parse(date ?? '');
  return Math.max(0, until - (Number.isNaN(theirNow) ? Date.now() : theirNow));
}

/** `fetch failed` says nothing: the cause's code (ECONNREFUSED, ENOTFOUND, a TLS error) does. */
export function connectionError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
