import type { PostgresPool } from './postgres-pool.ts';
import type { ClockStore, Doubt } from './store.ts';

export class PostgresClock implements ClockStore {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async known(): Promise<Date | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<{ at: Date }[]>`select at from marks where name = 'clock'`,
    );
    return row?.at ?? null;
  }

  async remember(time: Date): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`insert into marks (name, at) values ('clock', ${time})
        on conflict (name) do update set at = greatest(marks.at, excluded.at)`,
    );
  }

  async set(now: Date): Promise<number> {
    const { count } = await this.#pool.ask(
      (sql) => sql`
      with believed as (delete from marks where name in ('doubted', 'seen')),
        known as (insert into marks (name, at) values ('clock', ${now})
          on conflict (name) do update set at = excluded.at)
      update contact_submissions set created_at = ${now} where created_at > ${now}`,
    );
    return count;
  }

  async doubt(): Promise<Doubt | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<Doubt[]>`
      select doubted.at as since, seen.at as seen from marks doubted, marks seen
      where doubted.name = 'doubted' and seen.name = 'seen'`,
    );
    return row ?? null;
  }

  async setDoubt(doubt: Doubt | null): Promise<void> {
    await this.#pool.ask((sql) =>
      doubt
        ? sql`insert into marks (name, at) values ('doubted', ${doubt.since}), ('seen', ${doubt.seen})
            on conflict (name) do update set at = excluded.at`
        : sql`delete from marks where name in ('doubted', 'seen')`,
    );
  }
}
