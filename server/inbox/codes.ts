/**
 * `secret` identifies the row; only the browser’s cookie or the one-time link holds it. A browser must also give the code, a
 * link needs none.
 */
import type { SignInRefusal } from '#contract/inbox.ts';
import { minuteMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { isoNow, row, type Sql, sql } from '#server/db/sql.ts';
import { newRef, normaliseRef } from '#server/leads/ref.ts';
import { codeHash, hashOf, newSecret, sameHash } from './secrets.ts';

export const codeMinutes = 10;
const attemptsPerCode = 5;

export async function newCode(db: Queries, secret: string): Promise<string> {
  const code = newRef();
  await add(db, secret, codeHash(secret, code));
  return code;
}

/** For a one-time link. */
export async function newSignInLinkToken(db: Queries): Promise<string> {
  const token = newSecret();
  await add(db, token, null);
  return token;
}

async function add(db: Queries, secret: string, code_hash: string | null): Promise<void> {
  const expires_at = isoNow(codeMinutes * minuteMs);
  await db.run(sql`delete from sign_in_codes where expires_at <= ${isoNow()}`);
  const values = row({ secret_hash: hashOf(secret), code_hash, attempts_left: attemptsPerCode, expires_at });
  await db.run(sql`insert into sign_in_codes ${values}`);
}

/** Returns null on success. A code succeeds once. */
export async function tryCode(db: Queries, secret: string, typed: string): Promise<SignInRefusal | null> {
  // Counted before it is compared: guesses may be sent at the same time.
  const tried = await db.get<{ code_hash: string; attempts_left: number }>(
    sql`update sign_in_codes set attempts_left = attempts_left - 1
      where ${unexpired(secret)} and code_hash is not null and attempts_left > 0 returning code_hash, attempts_left`,
  );
  const isRight = tried && sameHash(tried.code_hash, codeHash(secret, normaliseRef(typed)));
  if (isRight && (await spend(db, unexpired(secret)))) return null;
  const left = tried?.attempts_left ?? 0;
  return left > 0 && !isRight ? { error: 'wrong', left } : { error: 'expired' };
}

/** Redeems a one-time link, once. */
export const redeemSignInLink = (db: Queries, token: string) =>
  spend(db, sql`${unexpired(token)} and code_hash is null`);

const spend = async (db: Queries, which: Sql): Promise<boolean> =>
  (await db.run(sql`delete from sign_in_codes where ${which}`)) === 1;

const unexpired = (secret: string) => sql`secret_hash = ${hashOf(secret)} and expires_at > ${isoNow()}`;
