import type { SqliteConnection } from './sqlite-connection.ts';
import type { ClockStore } from './store.ts';

export const sqliteClock = (db: SqliteConnection): ClockStore => ({
  async known() {
    const row = db.get<{ at: number }>(`select at from marks where name = 'clock'`);
    return row ? new Date(row.at) : null;
  },

  async remember(time) {
    await db.write(
      `insert into marks (name, at) values ('clock', ?)
       on conflict (name) do update set at = max(at, excluded.at)`,
      time.getTime(),
    );
  },

  set(now) {
    return db.writeAll(() => {
      db.run(`delete from marks where name in ('doubted', 'seen')`);
      db.run(`insert or replace into marks (name, at) values ('clock', ?)`, now.getTime());
      return db.run(
        'update contact_submissions set created_at = ? where created_at > ?',
        ...[now.getTime(), now.getTime()],
      );
    });
  },

  async doubt() {
    const row = db.get<{ since: number; seen: number }>(
      `select doubted.at as since, seen.at as seen from marks doubted, marks seen
       where doubted.name = 'doubted' and seen.name = 'seen'`,
    );
    return row ? { since: new Date(row.since), seen: new Date(row.seen) } : null;
  },

  async setDoubt(doubt) {
    await db.patiently(() => {
      if (doubt)
        db.run(
          `insert or replace into marks (name, at) values ('doubted', ?), ('seen', ?)`,
          ...[doubt.since.getTime(), doubt.seen.getTime()],
        );
      else db.run(`delete from marks where name in ('doubted', 'seen')`);
    });
  },
});
