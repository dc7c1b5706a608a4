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

/** The header is either a number of seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}

/** `fetch failed` says nothing: the cause's code (ECONNREFUSED, ENOTFOUND, a TLS error) does. */
export function connectionError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
