import type { SqliteConnection } from './sqlite-connection.ts';
import type { ClockStore, Doubt } from './store.ts';

export class SqliteClock implements ClockStore {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  async known(): Promise<Date | null> {
    const row = this.#db.get<{ at: number }>(`select at from marks where name = 'clock'`);
    return row ? new Date(row.at) : null;
  }

  async remember(time: Date): Promise<void> {
    await this.#db.write(
      `insert into marks (name, at) values ('clock', ?)
       on conflict (name) do update set at = max(at, excluded.at)`,
      time.getTime(),
    );
  }

  set(now: Date): Promise<number> {
    return this.#db.writeAll(() => {
      this.#db.run(`delete from marks where name in ('doubted', 'seen')`);
      this.#db.run(`insert or replace into marks (name, at) values ('clock', ?)`, now.getTime());
      return this.#db.run(
        'update contact_submissions set created_at = ? where created_at > ?',
        ...[now.getTime(), now.getTime()],
      );
    });
  }

  async doubt(): Promise<Doubt | null> {
    const row = this.#db.get<{ since: number; seen: number }>(
      `select doubted.at as since, seen.at as seen from marks doubted, marks seen
       where doubted.name = 'doubted' and seen.name = 'seen'`,
    );
    return row ? { since: new Date(row.since), seen: new Date(row.seen) } : null;
  }

  async setDoubt(doubt: Doubt | null): Promise<void> {
    await this.#db.patiently(() => {
      if (doubt)
        this.#db.run(
          `insert or replace into marks (name, at) values ('doubted', ?), ('seen', ?)`,
          ...[doubt.since.getTime(), doubt.seen.getTime()],
        );
      else this.#db.run(`delete from marks where name in ('doubted', 'seen')`);
    });
  }
}
