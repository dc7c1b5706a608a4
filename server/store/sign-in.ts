import {
  latestCodeEnd,
  latestSessionEnd,
  type OpenSession,
  type Session,
  type SignInStore,
} from '../inbox/sign-in-store.ts';
import { type EitherDatabase, type Statement, sql } from './sql.ts';

export const signIn = (db: EitherDatabase): SignInStore => ({
  async addCode({ holder, code, tries, expiresAt }, now) {
    await db.change(
      sql`delete from sign_in_codes
        where expires_at <= ${now} or expires_at > ${latestCodeEnd(now)} or tries_left < 1`,
      sql`insert into sign_in_codes (holder, code, tries_left, expires_at)
        values (${holder}, ${code}, ${tries}, ${expiresAt})`,
    );
  },

  async takeTry(holder, now) {
    const open = sql`${openCode(holder, now)} and code is not null and tries_left > 0`;
    if (!(await db.lookFirst(sql`select 1 from sign_in_codes where ${open}`))) return null;
    const [row] = await db.rows<{ code: string; left: number }>(
      sql`update sign_in_codes set tries_left = tries_left - 1 where ${open} returning code, tries_left as "left"`,
    );
    return row ?? null;
  },

  spendCode: (holder, now) => spend(db, sql`${openCode(holder, now)} and code is not null`),
  spendAddress: (holder, now) => spend(db, sql`${openCode(holder, now)} and code is null`),

  async dropCode(holder) {
    await db.change(sql`delete from sign_in_codes where holder = ${holder}`);
  },

  async addSession({ holder, browser, expiresAt }, now) {
    await db.change(
      sql`delete from sessions where expires_at <= ${now} or expires_at > ${latestSessionEnd(now)}`,
      sql`insert into sessions (holder, browser, expires_at) values (${holder}, ${browser}, ${expiresAt})`,
    );
  },

  async findSession(holder, now) {
    const [row] = await db.rows<Session>(
      sql`select holder, name, seen_at as "seenAt" from sessions where holder = ${holder} and ${isOpen(now)}`,
      'seenAt',
    );
    return row ?? null;
  },

  openSessions: (now) =>
    db.rows<OpenSession>(
      sql`select holder, name, browser, seen_at as "seenAt", expires_at as "expiresAt" from sessions
        where ${isOpen(now)} order by expires_at desc, holder`,
      'seenAt',
      'expiresAt',
    ),

  async sessionSeen(holder, now) {
    await db.change(sql`update sessions set seen_at = ${now} where holder = ${holder}`);
  },

  async nameSession(holder, name) {
    await db.change(sql`update sessions set name = ${name} where holder = ${holder}`);
  },

  async endSession(holder) {
    // Anybody may send a session of their own invention.
    if (!(await db.lookFirst(sql`select 1 from sessions where holder = ${holder}`))) return;
    await db.change(sql`delete from sessions where holder = ${holder}`);
  },

  async endAll() {
    await db.change(sql`delete from sessions`, sql`delete from sign_in_codes`);
  },
});

const openCode = (holder: string, now: Date) =>
  sql`holder = ${holder} and expires_at > ${now} and expires_at <= ${latestCodeEnd(now)}`;

const isOpen = (now: Date) => sql`expires_at > ${now} and expires_at <= ${latestSessionEnd(now)}`;

async function spend(db: EitherDatabase, open: Statement): Promise<boolean> {
  if (!(await db.lookFirst(sql`select 1 from sign_in_codes where ${open}`))) return false;
  return (await db.change(sql`delete from sign_in_codes where ${open}`)) === 1;
}
