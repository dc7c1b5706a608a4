import postgres, { type Sql } from 'postgres';
import { StoreUnavailable } from './store.ts';

/** A visitor's phone gives up after some ten seconds: answer before that, while the page can still say so. */
const answerWithinMs = 5000;

export function connectPostgres(url: string, options: { max: number }): Sql {
  return postgres(url, {
    ...options,
    connect_timeout: 5,
    // The driver's default grows to 20 s: after an outage leads would be refused for as long again.
    backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 1),
    onnotice: () => {},
  });
}

/**
 * The outcome of a query, or `StoreUnavailable` when the database could not answer it in time. The query may
 * still succeed later, after the visitor was told otherwise: the retry carries the same idempotency key.
 */
export async function answered<Result>(
  query: PromiseLike<Result>,
  withinMs = answerWithinMs,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const give = () => reject(new StoreUnavailable(`PostgreSQL did not answer within ${withinMs} ms.`));
    if (Number.isFinite(withinMs)) timer = setTimeout(give, withinMs);
  });
  try {
    return await Promise.race([query, tooLate]);
  } catch (error) {
    throw isUnavailable(error) ? new StoreUnavailable(wordsOf(error), { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Not reachable yet, or reachable and still starting: unlike a wrong password this may pass by itself. */
export function isWorthWaiting(error: unknown): boolean {
  if (!(error instanceof StoreUnavailable)) return false;
  return error.cause instanceof postgres.PostgresError
    ? error.cause.code === '57P03'
    : error.cause !== undefined;
}

/** Classes of SQLSTATE that blame the statement: bad data, a violated constraint, a table that is not there. */
const statementFaults = ['22', '23', '42'];

function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return false;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof postgres.PostgresError) return !statementFaults.includes(code.slice(0, 2));
  // The driver's own failures and those of the socket: CONNECTION_CLOSED, CONNECT_TIMEOUT, ECONNREFUSED, …
  return /^(CONNECT|E[A-Z])/.test(code);
}

function wordsOf(error: unknown): string {
  // A refused connection to a name with several addresses is an AggregateError without a message of its own.
  const { message, code } = error as Error & { code?: string };
  return `DATABASE_URL: PostgreSQL says ${message || code}.`;
}
