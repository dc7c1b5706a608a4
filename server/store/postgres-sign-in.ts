import {
  latestCodeEnd,
  latestSessionEnd,
  type NewSession,
  type OpenSession,
  type Session,
  type SignInCode,
  type SignInStore,
} from '../inbox/sign-in-store.ts';
import type { PostgresPool } from './postgres-pool.ts';

export class PostgresSignIn implements SignInStore {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async addCode({ holder, code, tries, expiresAt }: SignInCode, now: Date): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`
      with expired as (
        delete from sign_in_codes
        where expires_at <= ${now} or expires_at > ${latestCodeEnd(now)} or tries_left < 1)
      insert into sign_in_codes (holder, code, tries_left, expires_at)
      values (${holder}, ${code}, ${tries}, ${expiresAt})`,
    );
  }

  async takeTry(holder: string, now: Date): Promise<{ code: string; left: number } | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<{ code: string; left: number }[]>`
      update sign_in_codes set tries_left = tries_left - 1
      where holder = ${holder} and code is not null and tries_left > 0
        and expires_at > ${now} and expires_at <= ${latestCodeEnd(now)}
      returning code, tries_left as left`,
    );
    return row ?? null;
  }

  spendCode(holder: string, now: Date): Promise<boolean> {
    return this.#spend(false, holder, now);
  }
  spendAddress(holder: string, now: Date): Promise<boolean> {
    return this.#spend(true, holder, now);
  }

  async #spend(isAddress: boolean, holder: string, now: Date): Promise<boolean> {
    const { count } = await this.#pool.ask(
      (sql) => sql`delete from sign_in_codes
        where holder = ${holder} and (code is null) = ${isAddress}
          and expires_at > ${now} and expires_at <= ${latestCodeEnd(now)}`,
    );
    return count === 1;
  }

  async dropCode(holder: string): Promise<void> {
    await this.#pool.ask((sql) => sql`delete from sign_in_codes where holder = ${holder}`);
  }

  async addSession({ holder, browser, expiresAt }: NewSession, now: Date): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`
      with expired as (
        delete from sessions where expires_at <= ${now} or expires_at > ${latestSessionEnd(now)})
      insert into sessions (holder, browser, expires_at) values (${holder}, ${browser}, ${expiresAt})`,
    );
  }

  async findSession(holder: string, now: Date): Promise<Session | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<Session[]>`
      select holder, name, seen_at as "seenAt" from sessions
      where holder = ${holder} and expires_at > ${now} and expires_at <= ${latestSessionEnd(now)}`,
    );
    return row ?? null;
  }

  async openSessions(now: Date): Promise<OpenSession[]> {
    return this.#pool.ask(
      (sql) => sql<OpenSession[]>`
      select holder, name, browser, seen_at as "seenAt", expires_at as "expiresAt" from sessions
      where expires_at > ${now} and expires_at <= ${latestSessionEnd(now)} order by expires_at desc, holder`,
    );
  }

  async sessionSeen(holder: string, now: Date): Promise<void> {
    await this.#pool.ask((sql) => sql`update sessions set seen_at = ${now} where holder = ${holder}`);
  }

  async nameSession(holder: string, name: string): Promise<void> {
    await this.#pool.ask((sql) => sql`update sessions set name = ${name} where holder = ${holder}`);
  }

  async endSession(holder: string): Promise<void> {
    await this.#pool.ask((sql) => sql`delete from sessions where holder = ${holder}`);
  }

  async endAll(): Promise<void> {
    await this.#pool.ask((sql) => sql`with codes as (delete from sign_in_codes) delete from sessions`);
  }
}
