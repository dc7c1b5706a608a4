/** Sign-in codes and one-time addresses. `holder` is the hash of a secret that only the browser, or the address, holds. */
import type { Db } from '../db/db.ts';
import { row, type Sql, sql } from '../db/sql.ts';
import { hashOf, newSecret } from './secrets.ts';

export const codeMinutes = 10;
const triesPerCode = 5;

/** `code`: a hash; null for a one-time address. */
export async function addCode(
  db: Db,
  { holder, code }: { holder: string; code: string | null },
  now = new Date(),
): Promise<void> {
  const expires_at = new Date(now.getTime() + codeMinutes * 60_000).toISOString();
  await db.transaction(async (db) => {
    await db.run(sql`delete from sign_in_codes where expires_at <= ${now.toISOString()} or tries < 1`);
    await db.run(sql`insert into sign_in_codes ${row({ holder, code, tries: triesPerCode, expires_at })}`);
  });
}

/** For the command line: the secret of a one-time address. */
export async function newAddressToken(db: Db, now = new Date()): Promise<string> {
  const token = newSecret();
  await addCode(db, { holder: hashOf(token), code: null }, now);
  return token;
}

/** Uses up a try before the code is compared, so that guesses sent together are counted one by one. Null: no code, or no try left. */
export async function takeTry(db: Db, holder: string): Promise<{ code: string; left: number } | null> {
  const taken = await db.get<{ code: string; tries: number }>(
    sql`update sign_in_codes set tries = tries - 1
      where ${isOpen(holder)} and code is not null and tries > 0 returning code, tries`,
  );
  return taken ? { code: taken.code, left: taken.tries } : null;
}

/** True for one caller only. */
export const spendCode = (db: Db, holder: string) => spend(db, sql`${isOpen(holder)} and code is not null`);
export const spendAddress = (db: Db, holder: string) => spend(db, sql`${isOpen(holder)} and code is null`);

export async function dropCode(db: Db, holder: string): Promise<void> {
  await db.run(sql`delete from sign_in_codes where holder = ${holder}`);
}

const isOpen = (holder: string) => sql`holder = ${holder} and expires_at > ${new Date().toISOString()}`;

const spend = async (db: Db, open: Sql): Promise<boolean> =>
  (await db.run(sql`delete from sign_in_codes where ${open}`)) === 1;
