/** Who is signed in. `holder` is the hash of the browser's secret and opens nothing. */
import type { SignedIn } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import { hashOf, isSecret, newSecret } from './secrets.ts';

export const sessionDays = 30;
const seenEveryMs = 5 * 60_000;

export type Session = { holder: string; name: string | null };

/** Answers the session's secret, for the cookie. */
export async function openSession(db: Db, browser: string): Promise<string> {
  const secret = newSecret();
  const expires = new Date(Date.now() + sessionDays * 24 * 3_600_000);
  await db.transaction(async (db) => {
    await db.run(sql`delete from sessions where expires_at <= ${now()}`);
    await db.run(
      sql`insert into sessions ${row({ holder: hashOf(secret), browser, created_at: now(), expires_at: expires.toISOString() })}`,
    );
  });
  return secret;
}

export async function findSession(db: Db, secret: string | undefined): Promise<Session | null> {
  if (!isSecret(secret)) return null;
  const found = await db.get<Session & { seen_at: string | null }>(
    sql`select holder, name, seen_at from sessions where holder = ${hashOf(secret)} and expires_at > ${now()}`,
  );
  if (!found) return null;
  const { holder, name, seen_at } = found;
  // Reading must not fail because this cannot be written.
  if (Date.now() - Date.parse(seen_at ?? '1970-01-01') >= seenEveryMs)
    db.run(sql`update sessions set seen_at = ${now()} where holder = ${holder}`).catch(() => {});
  return { holder, name };
}

export async function isOpen(db: Db, { holder }: Session): Promise<boolean> {
  const found = await db.get(sql`select 1 from sessions where holder = ${holder} and expires_at > ${now()}`);
  return found !== undefined;
}

type SessionRow = {
  holder: string;
  name: string | null;
  browser: string;
  created_at: string;
  seen_at: string | null;
};

/** Newest first. */
export async function openSessions(db: Db): Promise<SignedIn[]> {
  const rows = await db.all<SessionRow>(
    sql`select holder, name, browser, created_at, seen_at from sessions where expires_at > ${now()}
      order by created_at desc, holder`,
  );
  return rows.map(({ holder, name, browser, created_at, seen_at }) => ({
    ...{ id: holder, name, browser: browser || null },
    ...{ since: created_at, seenAt: seen_at ?? created_at },
  }));
}

export async function nameSession(db: Db, { holder }: Session, name: string): Promise<void> {
  await db.run(sql`update sessions set name = ${name} where holder = ${holder}`);
}

export async function endSession(db: Db, holder: string): Promise<void> {
  await db.run(sql`delete from sessions where holder = ${holder}`);
}

/** Also drops codes that could become a session. */
export async function endAllSessions(db: Db): Promise<void> {
  await db.transaction(async (db) => {
    await db.run(sql`delete from sessions`);
    await db.run(sql`delete from sign_in_codes`);
  });
}

const now = () => new Date().toISOString();
