import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { StoreUnavailable } from './store.ts';

/** A visitor's phone gives up after some ten seconds: answer before that, while the page can still say so. */
const answerWithinMs = 5000;

/**
 * No code of this program uses the driver's `begin`: when a connection dies inside one, postgres 3.4.9 writes
 * the rollback to a socket that is gone and throws where nobody can catch it, which ends the process
 * (https://github.com/porsager/postgres/issues/1208). Every change is one statement instead.
 */
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
    const giveUp = () => reject(new StoreUnavailable(`PostgreSQL did not answer within ${withinMs} ms.`));
    timer = setTimeout(giveUp, withinMs);
  });
  try {
    return await Promise.race([query, tooLate]);
  } catch (error) {
    throw translated(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tries again while the database cannot be reached or is still starting, so that its restart is a pause and
 * not an error. Only for what may be done twice. A wrong password is not waited for.
 */
export async function whileConnectionsBreak<Result>(
  work: () => Promise<Result>,
  patienceMs = answerWithinMs,
): Promise<Result> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBroken(error) || Date.now() >= deadline) throw translated(error);
      await sleep(100);
    }
  }
}

/** Classes of SQLSTATE that blame the statement: bad data, a violated constraint, a table that is not there. */
const statementFaults = ['22', '23', '42'];

/** An administrator or a crash ended the session, or the server is not ready: 57P01, 57P02, 57P03. */
const passingFaults = /^57P0[123]$/;

function isBroken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof postgres.PostgresError) return passingFaults.test(code);
  // The driver's own failures and those of the socket: CONNECTION_CLOSED, CONNECT_TIMEOUT, ECONNREFUSED, …
  return /^(CONNECT|E[A-Z])/.test(code);
}

function translated(error: unknown): unknown {
  const { message, code = '' } = error as Error & { code?: string };
  const statementFault =
    !(error instanceof postgres.PostgresError) || statementFaults.includes(code.slice(0, 2));
  if (statementFault && !isBroken(error)) return error;
  // A refused connection to a name with several addresses is an AggregateError without a message of its own.
  return new StoreUnavailable(`DATABASE_URL: PostgreSQL says: ${message || code}.`, { cause: error });
}
