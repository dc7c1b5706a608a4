import {
  latestCodeEnd,
  latestSessionEnd,
  type OpenSession,
  type SignInStore,
} from '../inbox/sign-in-store.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

type Row = {
  holder: string;
  name: string | null;
  browser: string | null;
  seen_at: number | null;
  expires_at: number;
};

const isOpen = 'expires_at > ? and expires_at <= ?';

export const sqliteSignIn = (db: SqliteConnection): SignInStore => ({
  async addCode({ holder, code, tries, expiresAt }, now) {
    await db.writeAll(() => {
      db.run(
        'delete from sign_in_codes where expires_at <= ? or expires_at > ? or tries_left < 1',
        ...[now.getTime(), latestCodeEnd(now).getTime()],
      );
      db.run(
        'insert into sign_in_codes (holder, code, tries_left, expires_at) values (?, ?, ?, ?)',
        ...[holder, code, tries, expiresAt.getTime()],
      );
    });
  },

  async takeTry(holder, now) {
    // Looked at first: whoever guesses without having asked never takes the lock that leads are written under.
    const open = 'holder = ? and code is not null and tries_left > 0 and expires_at > ? and expires_at <= ?';
    const values = [holder, now.getTime(), latestCodeEnd(now).getTime()] as const;
    if (!db.get(`select 1 from sign_in_codes where ${open}`, ...values)) return null;
    const row = await db.patiently(() =>
      db.get<{ code: string; left: number }>(
        `update sign_in_codes set tries_left = tries_left - 1 where ${open}
         returning code, tries_left as left`,
        ...values,
      ),
    );
    return row ?? null;
  },

  spendCode: (holder, now) => spend(db, 'code is not null', holder, now),
  spendAddress: (holder, now) => spend(db, 'code is null', holder, now),

  async dropCode(holder) {
    await db.write('delete from sign_in_codes where holder = ?', holder);
  },

  async addSession({ holder, browser, expiresAt }, now) {
    await db.writeAll(() => {
      db.run(
        'delete from sessions where expires_at <= ? or expires_at > ?',
        ...[now.getTime(), latestSessionEnd(now).getTime()],
      );
      db.run(
        'insert into sessions (holder, browser, expires_at) values (?, ?, ?)',
        ...[holder, browser, expiresAt.getTime()],
      );
    });
  },

  async findSession(holder, now) {
    const row = db.get<Row>(
      `select * from sessions where holder = ? and ${isOpen}`,
      ...[holder, now.getTime(), latestSessionEnd(now).getTime()],
    );
    if (!row) return null;
    const { name, seenAt } = fromRow(row);
    return { holder, name, seenAt };
  },

  async openSessions(now) {
    return db
      .all<Row>(
        `select * from sessions where ${isOpen} order by expires_at desc, holder`,
        ...[now.getTime(), latestSessionEnd(now).getTime()],
      )
      .map(fromRow);
  },

  async sessionSeen(holder, now) {
    await db.write('update sessions set seen_at = ? where holder = ?', now.getTime(), holder);
  },

  async nameSession(holder, name) {
    await db.write('update sessions set name = ? where holder = ?', name, holder);
  },

  async endSession(holder) {
    // Looked at first, as for tries: anybody may send a session of their own invention.
    if (!db.get('select 1 from sessions where holder = ?', holder)) return;
    await db.write('delete from sessions where holder = ?', holder);
  },

  async endAll() {
    await db.writeAll(() => {
      db.run('delete from sessions');
      db.run('delete from sign_in_codes');
    });
  },
});

const fromRow = ({ holder, name, browser, seen_at, expires_at }: Row): OpenSession => ({
  ...{ holder, name, browser },
  seenAt: seen_at === null ? null : new Date(seen_at),
  expiresAt: new Date(expires_at),
});

async function spend(db: SqliteConnection, kind: string, holder: string, now: Date): Promise<boolean> {
  const open = `holder = ? and ${kind} and expires_at > ? and expires_at <= ?`;
  const values = [holder, now.getTime(), latestCodeEnd(now).getTime()] as const;
  if (!db.get(`select 1 from sign_in_codes where ${open}`, ...values)) return false;
  const used = await db.write(`delete from sign_in_codes where ${open}`, ...values);
  return used === 1;
}
