import type { Session } from '#contract/inbox.ts';
import { dayMs, minuteMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { isoNow, row, type Sql, sql } from '#server/db/sql.ts';
import { hashOf, newSecret } from './secrets.ts';

export const sessionDays = 30;
const seenEveryMs = 5 * minuteMs;

export type CurrentSession = Pick<Session, 'id' | 'name'>;

/** Returns the secret for the cookie. */
export async function createSession(db: Queries, browser: string): Promise<string> {
  const secret = newSecret();
  const expires_at = isoNow(sessionDays * dayMs);
  await db.run(sql`delete from sessions where expires_at <= ${isoNow()}`);
  await db.run(
    sql`insert into sessions ${row({ secret_hash: hashOf(secret), browser, created_at: isoNow(), expires_at })}`,
  );
  return secret;
}

export async function findSession(db: Queries, secret = ''): Promise<CurrentSession | null> {
  const found = await db.get<CurrentSession & { seen_at: string | null }>(
    sql`select secret_hash as id, name, seen_at from sessions
      where secret_hash = ${hashOf(secret)} and expires_at > ${isoNow()}`,
  );
  if (!found) return null;
  const { id, name, seen_at } = found;
  // A read-only database must not sign anyone out.
  if (Date.now() - Date.parse(seen_at ?? '1970-01-01') >= seenEveryMs)
    db.run(sql`update sessions set seen_at = ${isoNow()} where secret_hash = ${id}`).catch(() => {});
  return { id, name };
}

/** Newest first. */
export const listSessions = (db: Queries): Promise<Session[]> =>
  db.all<Session>(
    sql`select secret_hash as id, name, nullif(browser, '') as browser, created_at as since,
        coalesce(seen_at, created_at) as "seenAt"
      from sessions where expires_at > ${isoNow()} order by created_at desc, secret_hash`,
  );

export async function nameSession(db: Queries, { id }: CurrentSession, name: string): Promise<void> {
  await db.run(sql`update sessions set name = ${name} where secret_hash = ${id}`);
}

export async function endSession(db: Queries, id: string): Promise<void> {
  await db.run(sql`delete from sessions where secret_hash = ${id}`);
}

/** Also ends codes, which could still become sessions. */
export const endingAllSessions: readonly Sql[] = [sql`delete from sessions`, sql`delete from sign_in_codes`];

export async function endAllSessions(db: Queries): Promise<void> {
  for (const query of endingAllSessions) await db.run(query);
}
