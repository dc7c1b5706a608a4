import {
  latestCodeEnd,
  latestSessionEnd,
  type OpenSession,
  type Session,
  type SignInStore,
} from '../inbox/sign-in-store.ts';
import type { PostgresPool } from './postgres-pool.ts';

export const postgresSignIn = (pool: PostgresPool): SignInStore => ({
  async addCode({ holder, code, tries, expiresAt }, now) {
    await pool.ask(
      (sql) => sql`
      with expired as (
        delete from sign_in_codes
        where expires_at <= ${now} or expires_at > ${latestCodeEnd(now)} or tries_left < 1)
      insert into sign_in_codes (holder, code, tries_left, expires_at)
      values (${holder}, ${code}, ${tries}, ${expiresAt})`,
    );
  },

  async takeTry(holder, now) {
    const [row] = await pool.ask(
      (sql) => sql<{ code: string; left: number }[]>`
      update sign_in_codes set tries_left = tries_left - 1
      where holder = ${holder} and code is not null and tries_left > 0
        and expires_at > ${now} and expires_at <= ${latestCodeEnd(now)}
      returning code, tries_left as left`,
    );
    return row ?? null;
  },

  spendCode: (holder, now) => spend(pool, false, holder, now),
  spendAddress: (holder, now) => spend(pool, true, holder, now),

  async dropCode(holder) {
    await pool.ask((sql) => sql`delete from sign_in_codes where holder = ${holder}`);
  },

  async addSession({ holder, browser, expiresAt }, now) {
    await pool.ask(
      (sql) => sql`
      with expired as (
        delete from sessions where expires_at <= ${now} or expires_at > ${latestSessionEnd(now)})
      insert into sessions (holder, browser, expires_at) values (${holder}, ${browser}, ${expiresAt})`,
    );
  },

  async findSession(holder, now) {
    const [row] = await pool.ask(
      (sql) => sql<Session[]>`
      select holder, name, seen_at as "seenAt" from sessions
      where holder = ${holder} and expires_at > ${now} and expires_at <= ${latestSessionEnd(now)}`,
    );
    return row ?? null;
  },

  async openSessions(now) {
    return pool.ask(
      (sql) => sql<OpenSession[]>`
      select holder, name, browser, seen_at as "seenAt", expires_at as "expiresAt" from sessions
      where expires_at > ${now} and expires_at <= ${latestSessionEnd(now)} order by expires_at desc, holder`,
    );
  },

  async sessionSeen(holder, now) {
    await pool.ask((sql) => sql`update sessions set seen_at = ${now} where holder = ${holder}`);
  },

  async nameSession(holder, name) {
    await pool.ask((sql) => sql`update sessions set name = ${name} where holder = ${holder}`);
  },

  async endSession(holder) {
    await pool.ask((sql) => sql`delete from sessions where holder = ${holder}`);
  },

  async endAll() {
    await pool.ask((sql) => sql`with codes as (delete from sign_in_codes) delete from sessions`);
  },
});

async function spend(pool: PostgresPool, isAddress: boolean, holder: string, now: Date): Promise<boolean> {
  const { count } = await pool.ask(
    (sql) => sql`delete from sign_in_codes
      where holder = ${holder} and (code is null) = ${isAddress}
        and expires_at > ${now} and expires_at <= ${latestCodeEnd(now)}`,
  );
  return count === 1;
}
